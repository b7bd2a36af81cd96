/** What the mails about orders and their holds are made of. */

import { formatDate } from '#contract/dates.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { heldUntilText } from '#contract/selling/held-until.ts';
import { handleToPay } from '#contract/selling/order-kinds.ts';
import type { BuyerOrder, OrderLine } from '#contract/selling/orders.ts';
import { DEMO_WARNING, ownInstructions, PENDING_UNTIL_PAID } from '#contract/selling/payment-instructions.ts';
import { isDemoHandle, venmoLink } from '#contract/selling/venmo.ts';
import { yourPieces } from '#contract/your-pieces.ts';
import type { Block, MailedPiece } from './mail-body.ts';
import type { MailPicture } from './mail-picture.ts';
import { heading, hello, rows, type Shop, say } from './template.ts';

/** An order as its mails tell of it. */
export type MailedOrder = BuyerOrder & {
  /** The link that opens it, which only the reader of a mail gets. */
  mailPath: string;
  /** Whether the buyer's email address has proved to be that of somebody who wanted an order: until then its mails carry nothing that the buyer has typed. */
  isEmailProved: boolean;
  /** The pictures of its lines, by their ids, as far as there are any. */
  pictures: ReadonlyMap<number, MailPicture>;
  /** When its hold ends, or ended; null: without end. */
  holdEndsAt: string | null;
  /** Who can have what its hold has released. */
  released: Released;
  /** What the shop has of the buyer. */
  receivedAmount: string;
  /** All that the buyer has paid, whatever was refunded of it. */
  paidAmount: string;
  /** What is still to be paid of an order whose pieces its buyer has, and what was received beyond its total. */
  dueAmount: string;
  surplusAmount: string;
  /** The refund that the mail tells of. */
  refund: ToldRefund | null;
  /** The change that the mail tells of. */
  change: ToldChange | null;
  /** The orders that travel in its parcel, with itself; none where it travels alone. */
  together: number[];
  /** What the admin writes, where the mail is nothing else; else empty. */
  words: string;
};

/** `title`: of the line that it is for; null: for the order as a whole. */
export type ToldRefund = { amount: string; method: string; title: string | null };

/** A change of lines and totals. `endsAt`: until when its buyer can answer; `answer`: what became of it. */
export type ToldChange = {
  sentences: string[];
  oldTotal: string;
  newTotal: string;
  endsAt: string | null;
  answer?: 'accepted' | 'declined' | 'expired';
};

/** The titles of order lines whose pieces anybody can order now, and of those that the next in line has reserved. */
export type Released = { free: string[]; reserved: string[] };

export const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);
export const greeting = (order: MailedOrder): Block =>
  order.isEmailProved && order.customerName !== '' ? { kind: 'greeting', text: `Dear ${order.customerName},` } : hello;
/** An instant in the shop's time zone. */
export const whenIn = (shop: Shop, instant: string) => formatDate(instant, shop.settings.general.timeZone);
export const placedOn = (order: BuyerOrder, shop: Shop) => whenIn(shop, order.createdAt);
export const linkForAdmin = (order: BuyerOrder, shop: Shop, text = 'View the order'): Block => ({
  kind: 'link',
  text,
  href: `${shop.origin}/orders?order=${order.id}`,
});

const pieceOf = ({ id, title, quantity, lineTotal }: OrderLine, { pictures }: MailedOrder): MailedPiece => ({
  title: quantity > 1 ? `${title} × ${quantity}` : title,
  price: dollars(lineTotal),
  picture: pictures.get(id) ?? null,
});

/** The pieces of an order that travels alone, for a mail without its summary. */
export const piecesOf = (order: MailedOrder, lines = order.lines): Block[] =>
  order.together.length > 0 ? [] : lines.map((line) => ({ kind: 'piece', piece: pieceOf(line, order), text: null }));

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

/** What was sold by hand: nothing was shipped with it. */
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

/** @param due what is to be paid, where that is not the total. */
export function payment(
  order: BuyerOrder,
  { settings: { general, venmo_settings: venmo } }: Shop,
  due: string = order.totalAmount,
): Block[] {
  const handle = handleToPay(order, venmo);
  const amount = dollars(due);
  const others = say(`Prefer Zelle or PayPal? Email ${general.contactEmail} with order #${order.id}.`);
  const title = heading('How to pay');
  const instructions = ownInstructions(venmo.paymentInstructions);
  if (!handle) {
    return [
      title,
      say(`Email ${general.contactEmail} with order #${order.id} to arrange your payment of ${amount}, such as by Zelle or PayPal.`),
    ];
  }
  return [
    title,
    ...(isDemoHandle(handle) ? [{ kind: 'warning', text: DEMO_WARNING } as const] : []),
    say(`Send ${amount} via Venmo to ${handle} and include "Order #${order.id}" in the note.`),
    ...(instructions === '' ? [] : [say(instructions)]),
    { kind: 'link', text: 'Pay with Venmo', href: venmoLink(handle, due, order.id) },
    ...(order.status === 'pending' ? [say(PENDING_UNTIL_PAID)] : []),
    ...(order.heldUntil === null ? [] : [say(`${heldUntilText(order.heldUntil, general.timeZone)}.`)]),
    ...(order.status === 'pending'
      ? [say(`Once you’ve paid, tap “I have sent it” on your order page. We’ll keep holding ${yourPieces(order.lines)}.`)]
      : []),
    others,
  ];
}

/** What a change does to the money: what is still to be paid, or comes back. */
export function balance(order: MailedOrder, shop: Shop): Block[] {
  if (order.status === 'pending') {
    const sent = order.change && order.paymentReportedAt !== null ? parseAmount(order.change.oldTotal) : null;
    const difference = sent === null ? 0 : (parseAmount(order.totalAmount) ?? 0) - sent;
    if (sent !== null && difference > 0)
      return [
        say(`Already sent ${formatDollars(sent)}? Then send only the difference of ${formatDollars(difference)}.`),
        ...payment(order, shop),
      ];
    if (sent !== null && difference < 0)
      return [say(`Already sent ${formatDollars(sent)}? Then we’ll refund the difference of ${formatDollars(-difference)}.`)];
    return payment(order, shop);
  }
  if (parseAmount(order.dueAmount) !== 0) return payment(order, shop, order.dueAmount);
  if (parseAmount(order.surplusAmount) !== 0)
    return [say(`You paid ${dollars(order.surplusAmount)} more than your order costs now. We’ll refund the difference.`)];
  return [];
}

export const doNotPay: Block = { kind: 'warning', text: 'Do not pay for this order.' };
export const repliesReachBuyer = say('Replies to this email go to the buyer.');

/** What became of the payment for an order that was cancelled. */
export function paymentReturned({ refund, receivedAmount, paidAmount }: MailedOrder): Block[] {
  const reply = 'Questions? Just reply to this email.';
  const hasRest = parseAmount(receivedAmount) !== 0;
  const paid = dollars(paidAmount);
  if (refund === null && !hasRest) return [say(`We already refunded your payment of ${paid}. ${reply}`)];
  if (refund === null)
    return [say(`We still have ${receivedAmount === paidAmount ? '' : `${dollars(receivedAmount)} of `}your payment of ${paid}. ${reply}`)];
  const by = refund.method === 'Other' ? '' : ` by ${refund.method}`;
  if (refund.amount === paidAmount) return [say(`We refunded your payment of ${paid}${by}.`)];
  return [say(`We refunded ${hasRest ? '' : 'the remaining '}${dollars(refund.amount)} of the ${paid} you paid${by}. ${reply}`)];
}

/** What became of the pieces of an order whose hold has ended, in a sentence for each; none where it is neither. */
export const releasedPieces = ({ released: { free, reserved } }: MailedOrder): Block[] => [
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
    say(order.customerAddress === '' ? 'Keep this link private.' : 'This link shows your address, so keep it private.'),
  ];
}
