import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { parseAmount } from '#core/contract/money.ts';
import { yourPieces } from '#core/contract/your-pieces.ts';
import {
  balance,
  dollars,
  doNotPay,
  greeting,
  linkForAdmin,
  type MailedOrder,
  payment,
  paymentReturned,
  piecesOf,
  placedOn,
  receipt,
  repliesReachBuyer,
  secretLink,
  shippingTo,
  summary,
  tracking,
  whenIn,
} from './order-mail-parts.ts';
import { heading, rows, say, shopName, type Template, thanks } from './template.ts';

const changes = ({ change }: MailedOrder) =>
  change === null || change.sentences.length === 0 ? [] : [say(change.sentences.join('\n'))];

const ownWords = ({ words }: MailedOrder) =>
  words === '' ? [] : words.split(/\n{2,}/).map((text) => ({ kind: 'words', text }) as const);

/** `orders #3, #5, and #8`. */
const numbersOf = ({ together }: MailedOrder, name: string): string =>
  `${name} ${new Intl.ListFormat('en-US').format(together.map((id) => `#${id}`))}`;

function received({ id, receivedAmount, totalAmount, surplusAmount }: MailedOrder): string {
  const came = `Thank you! We’ve received your payment of ${dollars(receivedAmount)} for order #${id}.`;
  if (parseAmount(surplusAmount) !== 0)
    return `${came} That is ${dollars(surplusAmount)} more than it costs.`;
  return receivedAmount === totalAmount ? came : `${came} Nothing more is due.`;
}

const answers = {
  accepted: { subject: 'change accepted', text: 'accepted your change to' },
  declined: { subject: 'change declined', text: 'declined your change to' },
  expired: {
    subject: 'no answer to your change',
    text: 'didn’t answer in time about your change to',
  },
} as const;

export const orderMailTemplates: Record<MailKindAbout<'order'>, Template<MailedOrder>> = {
  order_placed: (order, shop) => ({
    subject: `Your order #${order.id} at ${shopName(shop)}`,
    blocks: [
      greeting(order),
      say(
        `Thank you for your order of ${placedOn(order, shop)}. We’re holding ${yourPieces(order.lines)} for you${order.heldUntil === null ? '' : ` until ${whenIn(shop, order.heldUntil)}`}.`,
      ),
      ...(order.awaitsProof
        ? [
            {
              kind: 'warning',
              text: `First open the link to your order below and confirm your email. Then we’ll keep holding ${yourPieces(order.lines)}, and you can pay.`,
            } as const,
          ]
        : []),
      ...summary(order),
      ...(order.awaitsProof ? [] : payment(order, shop)),
      ...shippingTo(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_receipt: (order, shop) => ({
    subject: `Your receipt from ${shopName(shop)}`,
    blocks: [
      greeting(order),
      say(`Thank you for buying from ${shopName(shop)}. This is your receipt.`),
      ...receipt(order),
      ...secretLink(order, shop, 'View your receipt'),
      thanks(shop),
    ],
  }),

  order_payment: (order, shop) => ({
    subject: `${dollars(order.payment)} received for order #${order.id}`,
    blocks: [
      greeting(order),
      say(
        `Thank you! We’ve received ${dollars(order.payment)} for order #${order.id}. ${parseAmount(order.dueAmount) === 0 ? 'Nothing more is due.' : `${dollars(order.dueAmount)} is still due.`}`,
      ),
      ...summary(order),
      ...balance(order, shop),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_paid: (order, shop) => ({
    subject: `Payment received for order #${order.id}`,
    blocks: [
      greeting(order),
      say(`${received(order)} We’re packing it now.`),
      ...summary(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_unpaid: (order, shop) => ({
    subject: `Correction: order #${order.id} isn’t paid yet`,
    blocks: [
      greeting(order),
      say(
        `We told you that we received your payment for order #${order.id}. That was a mistake. ${dollars(order.dueAmount)} is still due.`,
      ),
      ...summary(order),
      ...balance(order, shop),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_shipped: (order, shop) => ({
    subject:
      order.together.length > 0
        ? `${numbersOf(order, 'Orders')} have shipped`
        : `Order #${order.id} has shipped`,
    blocks: [
      greeting(order),
      say(
        order.together.length > 0
          ? `Your ${numbersOf(order, 'orders')} are on their way in one package.`
          : `Your order #${order.id} is on its way.`,
      ),
      ...piecesOf(order, order.lines, true),
      ...tracking(order),
      ...(order.together.length === 0 ? balance(order, shop) : []),
      ...shippingTo(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_tracking: (order, shop) => ({
    subject: `Tracking number for order #${order.id}`,
    blocks: [
      greeting(order),
      say(
        `Here is the tracking number for your order #${order.id}. It replaces any number we sent before.`,
      ),
      ...piecesOf(order),
      ...tracking(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_refunded: (order, shop) => {
    const { amount = order.receivedAmount, method = 'Other', title = null } = order.refund ?? {};
    return {
      subject: `Refund for order #${order.id}: ${dollars(amount)}`,
      blocks: [
        greeting(order),
        say(
          `We refunded ${dollars(amount)}${method === 'Other' ? '' : ` by ${method}`} for ${title === null ? '' : `“${title}” in `}your order #${order.id}.`,
        ),
        ...ownWords(order),
        ...piecesOf(
          order,
          title === null ? order.lines : order.lines.filter((line) => line.title === title),
        ),
        ...secretLink(order, shop),
        thanks(shop),
      ],
    };
  },

  orders_together: (order, shop) => ({
    subject: `${numbersOf(order, 'Orders')} will ship together`,
    blocks: [
      greeting(order),
      say(`We’ll send your ${numbersOf(order, 'orders')} in one package.`),
      ...changes(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_changed: (order, shop) => ({
    subject: `Your order #${order.id} was changed`,
    blocks: [
      greeting(order),
      say(`We changed your order #${order.id}.`),
      ...changes(order),
      ...ownWords(order),
      ...summary(order),
      ...balance(order, shop),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_proposal: (order, shop) => ({
    subject: `Is this change to order #${order.id} OK?`,
    blocks: [
      greeting(order),
      say(`We’d like to change your order #${order.id}. Nothing changes unless you accept.`),
      ...ownWords(order),
      ...piecesOf(order),
      ...changes(order),
      rows(
        ['Total now', dollars(order.change?.oldTotal ?? '')],
        ['New total', dollars(order.change?.newTotal ?? '')],
      ),
      say(
        `Open your order to accept or decline${order.change?.endsAt ? ` by ${whenIn(shop, order.change.endsAt)}` : ''}. If we don’t hear from you, your order stays as it is.`,
      ),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  proposal_answered: (order, shop) => {
    const { answer = 'expired', newTotal = '' } = order.change ?? {};
    return {
      subject: `Order #${order.id}: ${answers[answer].subject}`,
      blocks: [
        say(
          `${order.customerName} ${answers[answer].text} order #${order.id} (new total ${dollars(newTotal)}).`,
        ),
        ...piecesOf(order),
        ...changes(order),
        linkForAdmin(order, shop),
        repliesReachBuyer,
      ],
    };
  },

  order_link: (order, shop) => ({
    subject: `Your order #${order.id} at ${shopName(shop)}`,
    blocks: [
      greeting(order),
      say(`Emails about order #${order.id} now go to this address. Here is your order.`),
      ...summary(order),
      ...(order.awaitsProof ? [] : balance(order, shop)),
      ...shippingTo(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_words: (order, shop) => ({
    subject: `About your order #${order.id}`,
    blocks: [
      greeting(order),
      ...ownWords(order),
      say(
        `This is about your order #${order.id} of ${placedOn(order, shop)}: ${order.lines.map(({ title }) => title).join('; ')}.`,
      ),
      ...piecesOf(order),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  order_cancelled: (order, shop) => ({
    subject: `Order #${order.id} was cancelled`,
    blocks: [
      greeting(order),
      say(`Your order #${order.id} was cancelled.`),
      ...ownWords(order),
      ...(parseAmount(order.paidAmount) !== 0
        ? paymentReturned(order)
        : [doNotPay, say('Already paid, or think this is a mistake? Just reply to this email.')]),
      ...summary(order),
      thanks(shop),
    ],
  }),

  order_reopened: (order, shop) => ({
    subject: `Order #${order.id} is open again`,
    blocks: [
      greeting(order),
      say(
        `Good news: order #${order.id} is open again. Please disregard our email that told you not to pay. We’re holding ${yourPieces(order.lines)} for you${order.heldUntil === null ? '' : ` until ${whenIn(shop, order.heldUntil)}`}.`,
      ),
      ...summary(order),
      ...payment(order, shop),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  new_order: (order, shop) => ({
    subject: `New order #${order.id}: ${dollars(order.totalAmount)}`,
    blocks: [
      say(`${order.customerName} placed order #${order.id} on ${placedOn(order, shop)}.`),
      ...summary(order),
      heading('Buyer'),
      rows(
        ['Name', order.customerName],
        ['Email', order.customerEmail],
        ['Address', order.customerAddress],
        ...(order.venmoUsername ? [['Venmo', order.venmoUsername] as const] : []),
        ...(order.buyerNotes ? [['Notes', order.buyerNotes] as const] : []),
      ),
      linkForAdmin(order, shop),
      repliesReachBuyer,
    ],
  }),
};
