import { formatDate, formatDeadline } from '#core/contract/dates.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { heldUntilText } from '#core/contract/selling/held-until.ts';
import type { BuyerOrder, OrderLine } from '#core/contract/selling/orders.ts';
import {
  DEMO_WARNING,
  ownInstructions,
  PENDING_UNTIL_PAID,
} from '#core/contract/selling/payment-instructions.ts';
import { isDemoHandle, payableHandle } from '#core/contract/selling/venmo.ts';
import { venmoLink } from '#core/contract/selling/venmo-link.ts';
import { yourPieces } from '#core/contract/your-pieces.ts';
import type { Block, MailedPiece } from './mail-body.ts';
import type { MailPicture } from './mail-picture.ts';
import { heading, hello, rows, type Shop, say } from './template.ts';

export type MailedOrder = BuyerOrder & {
  /** Only the reader of a mail gets this link. */
  mailPath: string;
  /** Until then, mails carry nothing that the buyer has typed. */
  isEmailProved: boolean;
  pictures: ReadonlyMap<number, MailPicture>;
  /** null: without end. */
  holdEndsAt: string | null;
  released: Released;
  /** Payments less refunds. */
  receivedAmount: string;
  /** All that the buyer has paid. */
  paidAmount: string;
  /** Due once the buyer has the pieces; the surplus exceeds the total. */
  dueAmount: string;
  surplusAmount: string;
  refund: ToldRefund | null;
  /** What came, where the email is about one payment. */
  payment: string;
  change: ToldChange | null;
  /** The orders of its parcel, itself too; empty where it travels alone. */
  together: number[];
  /** The admin's own; empty: none. */
  words: string;
  /** No one has said what happens to the money. */
  isRefundDue: boolean;
};

/** `title`: of its line; null: for the order as a whole. */
export type ToldRefund = { amount: string; method: string; title: string | null };

/** `endsAt`: until when the buyer can answer. */
export type ToldChange = {
  sentences: string[];
  oldTotal: string;
  newTotal: string;
  endsAt: string | null;
  answer?: 'accepted' | 'declined' | 'expired';
};

/** `free`: titles that anyone can order now; `reserved`: for the next in line. */
export type Released = { free: string[]; reserved: string[] };

export const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);
export const greeting = (order: MailedOrder): Block =>
  order.isEmailProved && order.customerName !== ''
    ? { kind: 'greeting', text: `Dear ${order.customerName},` }
    : hello;
export const whenIn = (shop: Shop, instant: string) =>
  formatDeadline(instant, shop.settings.general.timeZone);
export const placedOn = (order: BuyerOrder, shop: Shop) =>
  formatDate(order.createdAt, shop.settings.general.timeZone);
export const linkForAdmin = (order: BuyerOrder, shop: Shop, text = 'View the order'): Block => ({
  kind: 'link',
  text,
  href: `${shop.origin}/orders?order=${order.id}`,
});

const pieceOf = (
  { id, title, quantity, lineTotal }: OrderLine,
  { pictures }: MailedOrder,
): MailedPiece => ({
  title: quantity > 1 ? `${title} × ${quantity}` : title,
  price: dollars(lineTotal),
  picture: pictures.get(id) ?? null,
});

/** @param isNamed for a mail whose plain text names the pieces nowhere else. */
export const piecesOf = (order: MailedOrder, lines = order.lines, isNamed = false): Block[] =>
  order.together.length > 0
    ? []
    : lines
        .map((line) => pieceOf(line, order))
        .map((piece) => ({ kind: 'piece', piece, text: isNamed ? piece.title : null }));

export function summary(order: MailedOrder): Block[] {
  const shipping = parseAmount(order.shippingAmount) === 0 ? 'Free' : dollars(order.shippingAmount);
  return [
    heading(`Order #${order.id}`),
    {
      kind: 'bill',
      pieces: order.lines.map((line) => pieceOf(line, order)),
      sums: [
        ['Subtotal', dollars(order.subtotalAmount)],
        ['Shipping', shipping],
        ['Total', dollars(order.totalAmount)],
      ],
    },
  ];
}

/** Nothing was shipped with a sale by hand. */
export const receipt = (order: MailedOrder): Block[] => [
  heading(`Receipt #${order.id}`),
  {
    kind: 'bill',
    pieces: order.lines.map((line) => pieceOf(line, order)),
    sums: [
      ['Total', dollars(order.totalAmount)],
      ['Paid', dollars(order.receivedAmount)],
    ],
  },
];

export function payment(
  order: Pick<MailedOrder, 'dueAmount' | keyof BuyerOrder>,
  { settings: { general, venmo_settings: venmo } }: Shop,
): Block[] {
  const due = order.dueAmount;
  const handle = payableHandle(venmo);
  const amount = dollars(due);
  const others = say(
    `Prefer Zelle or PayPal? Email ${general.contactEmail} with order #${order.id}.`,
  );
  const title = heading('How to pay');
  const instructions = ownInstructions(venmo.paymentInstructions);
  if (!handle) {
    return [
      title,
      say(
        `Email ${general.contactEmail} with order #${order.id} to arrange your payment of ${amount}, such as by Zelle or PayPal.`,
      ),
    ];
  }
  return [
    title,
    ...(isDemoHandle(handle) ? [{ kind: 'warning', text: DEMO_WARNING } as const] : []),
    say(`Send ${amount} via Venmo to ${handle} and include "Order #${order.id}" in the note.`),
    ...(instructions === '' ? [] : [say(instructions)]),
    { kind: 'link', text: 'Pay with Venmo', href: venmoLink(handle, due, order.id) },
    ...(order.status === 'pending' ? [say(PENDING_UNTIL_PAID)] : []),
    ...(order.heldUntil === null
      ? []
      : [say(`${heldUntilText(order.heldUntil, general.timeZone)}.`)]),
    ...(order.status === 'pending'
      ? [
          say(
            `Once you’ve paid, tap “I have sent it” on your order page. We’ll keep holding ${yourPieces(order.lines)}.`,
          ),
        ]
      : []),
    others,
  ];
}

export function balance(order: MailedOrder, shop: Shop): Block[] {
  if (order.status === 'pending') {
    const sent =
      order.change && order.paymentReportedAt !== null ? parseAmount(order.change.oldTotal) : null;
    const difference = sent === null ? 0 : (parseAmount(order.totalAmount) ?? 0) - sent;
    if (sent !== null && difference > 0)
      return [
        say(
          `Already sent ${formatDollars(sent)}? Then send only the difference of ${formatDollars(difference)}.`,
        ),
        ...payment(order, shop),
      ];
    if (sent !== null && difference < 0)
      return [
        say(
          `Already sent ${formatDollars(sent)}? Then we’ll refund the difference of ${formatDollars(-difference)}.`,
        ),
      ];
    return parseAmount(order.dueAmount) === 0 ? [] : payment(order, shop);
  }
  if (parseAmount(order.dueAmount) !== 0) return payment(order, shop);
  if (parseAmount(order.surplusAmount) !== 0)
    return [
      say(
        `You paid ${dollars(order.surplusAmount)} more than your order costs now. We’ll refund the difference.`,
      ),
    ];
  return [];
}

export const doNotPay: Block = { kind: 'warning', text: 'Do not pay for this order.' };
export const repliesReachBuyer = say('Replies to this email go to the buyer.');

export function paymentReturned({
  refund,
  receivedAmount,
  paidAmount,
  isRefundDue,
}: MailedOrder): Block[] {
  const reply = isRefundDue
    ? 'We’ll be in touch about your refund.'
    : 'Questions? Just reply to this email.';
  const hasRest = parseAmount(receivedAmount) !== 0;
  const paid = dollars(paidAmount);
  if (refund === null && !hasRest)
    return [say(`We already refunded your payment of ${paid}. ${reply}`)];
  if (refund === null)
    return [
      say(
        `We still have ${receivedAmount === paidAmount ? '' : `${dollars(receivedAmount)} of `}your payment of ${paid}. ${reply}`,
      ),
    ];
  const by = refund.method === 'Other' ? '' : ` by ${refund.method}`;
  if (refund.amount === paidAmount) return [say(`We refunded your payment of ${paid}${by}.`)];
  return [
    say(
      `We refunded ${hasRest ? '' : 'the remaining '}${dollars(refund.amount)} of the ${paid} you paid${by}. ${reply}`,
    ),
  ];
}

export const releasedPieces = ({
  released: { free, reserved },
}: Pick<MailedOrder, 'released'>): Block[] => [
  ...(free.length === 0 ? [] : [say(`Back on sale: ${free.join('; ')}.`)]),
  ...(reserved.length === 0 ? [] : [say(`Reserved for the next in line: ${reserved.join('; ')}.`)]),
];

export function tracking({ carrier, trackingNumber, trackingUrl: href }: BuyerOrder): Block[] {
  const known = [
    ...(carrier ? [['Carrier', carrier] as const] : []),
    ...(trackingNumber ? [['Tracking number', trackingNumber] as const] : []),
  ];
  return [
    ...(known.length === 0 ? [] : [rows(...known)]),
    ...(href === null ? [] : [{ kind: 'link', text: 'Track your package', href } as const]),
  ];
}

export function shippingTo({ isEmailProved, customerName, customerAddress }: MailedOrder): Block[] {
  if (isEmailProved) return [heading('Shipping to'), say(`${customerName}\n${customerAddress}`)];
  return [
    say(
      'To protect your privacy, your name and address aren’t in this email. See them at the link below. Didn’t order? Ignore this email.',
    ),
  ];
}

export function secretLink(order: MailedOrder, shop: Shop, text = 'View your order'): Block[] {
  return [
    { kind: 'link', text, href: `${shop.origin}${order.mailPath}` },
    say(
      order.customerAddress === ''
        ? 'Keep this link private.'
        : 'This link shows your address, so keep it private.',
    ),
  ];
}
