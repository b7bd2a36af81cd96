/** The text of the mails about the holds of unpaid orders. */

import type { MailKindAbout } from '#contract/mail-statuses.ts';
import { yourPieces } from '#contract/your-pieces.ts';
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
    subject: `Reminder: payment due for order #${order.id}`,
    blocks: [
      greeting(order),
      say(
        `We haven’t seen a payment yet for order #${order.id}, placed on ${placedOn(order, shop)}. We’re holding ${yourPieces(order.lines)} until ${end(order, shop)}.`,
      ),
      ...summary(order),
      ...payment(order, shop),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  hold_ended: (order, shop) => ({
    subject: `Order #${order.id} cancelled: we didn’t receive payment`,
    blocks: [
      greeting(order),
      say(
        `Sorry, we had to cancel order #${order.id}. We held ${yourPieces(order.lines)} until ${end(order, shop)} but didn’t receive payment.`,
      ),
      { kind: 'warning', text: 'Do not pay for this order.' },
      say('Already paid? Just reply to this email.'),
      ...releasedPieces(order),
      ...(order.released.free.length === 0 ? [] : [say('Still interested? Anything still available is yours to order again.')]),
      ...summary(order),
      farewell(shop),
    ],
  }),

  hold_ended_notice: (order, shop) => ({
    subject: `Order #${order.id} cancelled: no payment received`,
    blocks: [
      say(
        `The hold on order #${order.id} (${dollars(order.totalAmount)}, ${order.customerName}) ended on ${end(order, shop)} without payment, so the order was cancelled.`,
      ),
      ...releasedPieces(order),
      ...summary(order),
      say('Payment arrives after all? Mark the order paid. That works while its specimens are still available.'),
      ...(order.released.reserved.length === 0
        ? []
        : [say('Reserved pieces can’t be sold to this buyer unless you clear their waiting list.')]),
      linkForAdmin(order, shop),
    ],
  }),

  hold_question: (order, shop) => ({
    subject: `Order #${order.id} is unpaid. What would you like to do?`,
    blocks: [
      say(
        `The hold on order #${order.id} (${dollars(order.totalAmount)}, ${order.customerName}) ended on ${end(order, shop)}. We’ll keep its specimens on hold until you mark it paid, extend the hold or put them back on sale.`,
      ),
      ...summary(order),
      linkForAdmin(order, shop, 'Decide about this order'),
      say('Replies to this email go to the buyer.'),
    ],
  }),

  hold_extended: (order, shop) => ({
    subject: `Your hold on order #${order.id} is extended to ${end(order, shop)}`,
    blocks: [
      greeting(order),
      say(`Good news: we’ve extended your hold on order #${order.id} to ${end(order, shop)}. We haven’t seen your payment yet.`),
      ...summary(order),
      ...payment(order, shop),
      ...secretLink(order, shop),
      farewell(shop),
    ],
  }),

  payment_reported: (order, shop) => ({
    subject: `Order #${order.id}: the buyer says they sent ${dollars(order.totalAmount)}`,
    blocks: [
      say(
        `${order.customerName} says they sent ${dollars(order.totalAmount)} for order #${order.id}. Check your account, then mark the order paid. The hold won’t end until you answer.`,
      ),
      ...summary(order),
      linkForAdmin(order, shop, 'Mark it paid or extend the hold'),
      say('Replies to this email go to the buyer.'),
    ],
  }),
};

const end = (order: MailedOrder, shop: Shop) => whenIn(shop, order.holdEndsAt ?? order.createdAt);
