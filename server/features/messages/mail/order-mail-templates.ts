/** The text of the mails about orders. */

import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import {
  dollars,
  greeting,
  linkForAdmin,
  type MailedOrder,
  payment,
  placedOn,
  secretLink,
  shippingTo,
  summary,
  tracking,
  whenIn,
} from './order-mail-parts.ts';
import { farewell, heading, rows, say, shopName, type Template } from './template.ts';

export const orderMailTemplates: Record<MailKindAbout<'order'>, Template<MailedOrder>> = {
  order_placed: (order, shop) => ({
    subject: `Your order #${order.id} at ${shopName(shop)}`,
    blocks: [
      greeting(order),
      say(
        `Thank you for your order. It was received on ${placedOn(order, shop)}, and what you chose is held for you${order.heldUntil === null ? '' : ` until ${whenIn(shop, order.heldUntil)}`}.`,
      ),
      ...(order.awaitsProof
        ? [
            {
              kind: 'warning',
              text: 'Please open the link to your order below first: only then does it stay held for you, and can be paid.',
            } as const,
          ]
        : []),
      ...summary(order),
      ...(order.awaitsProof ? [] : payment(order, shop)),
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
      linkForAdmin(order, shop),
      say('Replies to this email go to the buyer.'),
    ],
  }),
};
