/** The text of the mails about the holds of unpaid orders. */

import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import {
  dollars,
  greeting,
  linkForAdmin,
  type MailedOrder,
  payment,
  placedOn,
  releasedPieces,
  secretLink,
  summary,
  whenIn,
} from './order-mail-parts.ts';
import { farewell, type Shop, say, type Template } from './template.ts';

export const holdMailTemplates: Record<MailKindAbout<'hold'>, Template<MailedOrder>> = {
  hold_reminder: (order, shop) => ({
    subject: `Order #${order.id} waits for your payment`,
    blocks: [
      greeting(order),
      say(
        `Your order #${order.id} of ${placedOn(order, shop)} is not paid yet. What you chose is held until ${end(order, shop)}; after that it may go to somebody else.`,
      ),
      ...summary(order),
      ...payment(order, shop),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  hold_ended: (order, shop) => ({
    subject: `Order #${order.id} has been cancelled: it was not paid`,
    blocks: [
      greeting(order),
      say(`Your order #${order.id} was held for you until ${end(order, shop)}. We have not seen a payment, so it has been cancelled.`),
      { kind: 'warning', text: 'Do not pay for this order.' },
      say('If you have paid already, please reply to this mail.'),
      ...releasedPieces(order),
      ...(order.released.free.length === 0 ? [] : [say('If you still want what is free, you are welcome to order again.')]),
      ...summary(order),
      farewell(shop),
    ],
  }),

  hold_ended_notice: (order, shop) => ({
    subject: `Order #${order.id} was cancelled: it was not paid`,
    blocks: [
      say(
        `The hold of order #${order.id} (${dollars(order.totalAmount)}, ${order.customerName}) ended on ${end(order, shop)} without a payment. It has been cancelled.`,
      ),
      ...releasedPieces(order),
      ...summary(order),
      say('Should the payment come after all: mark the order paid. That works for as long as its specimens are free.'),
      ...(order.released.reserved.length === 0
        ? []
        : [say('What is reserved is not free: for that you would have to remove everybody from its line first.')]),
      linkForAdmin(order, shop),
    ],
  }),

  hold_question: (order, shop) => ({
    subject: `Order #${order.id} is not paid: what shall become of it?`,
    blocks: [
      say(
        `The hold of order #${order.id} (${dollars(order.totalAmount)}, ${order.customerName}) ended on ${end(order, shop)}. Nothing is released until you have decided: mark it paid, extend its hold, or release its specimens.`,
      ),
      ...summary(order),
      linkForAdmin(order, shop, 'Paid, extend or release'),
      say('A reply to this mail goes to the buyer.'),
    ],
  }),

  hold_extended: (order, shop) => ({
    subject: `Order #${order.id} is held for you until ${end(order, shop)}`,
    blocks: [
      greeting(order),
      say(
        `We have not found your payment for order #${order.id} yet, so you have more time: it is held for you until ${end(order, shop)}.`,
      ),
      ...summary(order),
      ...payment(order, shop),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  payment_reported: (order, shop) => ({
    subject: `Order #${order.id}: the buyer has sent ${dollars(order.totalAmount)}`,
    blocks: [
      say(
        `${order.customerName} has sent the payment of ${dollars(order.totalAmount)} for order #${order.id}. Please look for it, and mark the order paid once you have found it. Until you answer, the hold does not end.`,
      ),
      ...summary(order),
      linkForAdmin(order, shop, 'Mark it paid, or extend the hold'),
      say('A reply to this mail goes to the buyer.'),
    ],
  }),
};

const end = (order: MailedOrder, shop: Shop) => whenIn(shop, order.holdEndsAt ?? order.createdAt);
