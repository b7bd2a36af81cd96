/** The text of the mails about orders. */

import { formatDate } from '#contract/dates.ts';
import type { MailKindAbout } from '#contract/mail-statuses.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { BuyerOrder } from '#contract/orders.ts';
import { isDemoHandle, venmoHandle, venmoLink } from '#contract/venmo.ts';
import type { Block } from './mail-body.ts';
import { farewell, heading, rows, type Shop, say, shopName, type Template } from './template.ts';

/** An order as its mails tell of it. */
export type MailedOrder = BuyerOrder & {
  /** The link that opens it, which only the reader of a mail gets. */
  mailPath: string;
  /** Whether the buyer's email address has proved to be that of somebody who wanted an order: until then its mails carry nothing that the buyer has typed. */
  isEmailProved: boolean;
};

export const orderMailTemplates: Record<MailKindAbout<'order'>, Template<MailedOrder>> = {
  order_placed: (order, shop) => ({
    subject: `Your order #${order.id} at ${shopName(shop)}`,
    blocks: [
      greeting(order),
      say(`Thank you for your order. It was received on ${placedOn(order, shop)}, and what you chose is held for you.`),
      ...summary(order),
      ...payment(order, shop),
      ...shippingTo(order),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  order_paid: (order, shop) => ({
    subject: `Payment received for order #${order.id}`,
    blocks: [
      greeting(order),
      say(`Thank you: your payment of ${dollars(order.totalAmount)} for order #${order.id} has been received. It is being packed now.`),
      ...summary(order),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  order_shipped: (order, shop) => ({
    subject: `Order #${order.id} has been shipped`,
    blocks: [
      greeting(order),
      say(`Your order #${order.id} is on its way.`),
      ...tracking(order),
      ...shippingTo(order),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  order_cancelled: (order, shop) => ({
    subject: `Order #${order.id} has been cancelled`,
    blocks: [
      greeting(order),
      say(`Your order #${order.id} has been cancelled.`),
      { kind: 'warning', text: 'Do not pay for this order.' },
      say('If you have paid already, or if this surprises you, please reply to this mail.'),
      ...summary(order),
      farewell(shop),
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
      { kind: 'link', text: 'The order', href: `${shop.origin}/orders?order=${order.id}` },
      say('A reply to this mail goes to the buyer.'),
    ],
  }),
};

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);
const greeting = (order: MailedOrder) => say(order.isEmailProved ? `Dear ${order.customerName},` : 'Hello,');
const placedOn = (order: BuyerOrder, shop: Shop) => formatDate(order.createdAt, shop.settings.general.timeZone);

function summary(order: BuyerOrder): Block[] {
  const lines = order.lines.map(
    (line) => [line.quantity > 1 ? `${line.title} × ${line.quantity}` : line.title, dollars(line.lineTotal)] as const,
  );
  const shipping = parseAmount(order.shippingAmount) === 0 ? 'Free' : dollars(order.shippingAmount);
  return [
    heading(`Order #${order.id}`),
    rows(...lines, ['Subtotal', dollars(order.subtotalAmount)], ['Shipping', shipping], ['Total', dollars(order.totalAmount)]),
  ];
}

function payment(order: BuyerOrder, { settings: { general, venmo_settings: venmo } }: Shop): Block[] {
  const handle = venmo.enabled ? venmoHandle(venmo.venmoUsername) : null;
  const amount = dollars(order.totalAmount);
  const others = say(`Zelle and PayPal are possible too: write to ${general.contactEmail} and quote order #${order.id}.`);
  const title = heading('How to pay');
  if (!handle) {
    return [title, say(`Please write to ${general.contactEmail} to arrange the payment of ${amount}, quoting order #${order.id}.`), others];
  }
  return [
    title,
    ...(isDemoHandle(handle) ? [{ kind: 'warning', text: 'Demo shop: do not pay' } as const] : []),
    say(`Send ${amount} via Venmo to ${handle} and include "Order #${order.id}" in the note.`),
    ...(venmo.paymentInstructions.trim() === '' ? [] : [say(venmo.paymentInstructions.trim())]),
    { kind: 'link', text: 'Pay with Venmo', href: venmoLink(handle, order.totalAmount, order.id) },
    say('Specimens stay pending until payment is confirmed.'),
    others,
  ];
}

function tracking({ carrier, trackingNumber }: BuyerOrder): Block[] {
  const known = [
    ...(carrier ? [['Carrier', carrier] as const] : []),
    ...(trackingNumber ? [['Tracking number', trackingNumber] as const] : []),
  ];
  return known.length === 0 ? [] : [rows(...known)];
}

function shippingTo({ isEmailProved, customerName, customerAddress }: MailedOrder): Block[] {
  if (isEmailProved) return [heading('Shipping to'), say(`${customerName}\n${customerAddress}`)];
  return [
    say(
      'We do not know yet that this email address is yours, so this mail leaves out the name and address that were given with the order: you find them at the link below. If you have not ordered anything, please ignore this mail.',
    ),
  ];
}

function secretLink(order: MailedOrder, shop: Shop): Block[] {
  return [
    { kind: 'link', text: 'Your order, at any time', href: `${shop.origin}${order.mailPath}` },
    say('Whoever has this link can read your address, so do not share it.'),
  ];
}
