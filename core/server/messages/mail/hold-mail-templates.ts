import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { yourPieces } from '#core/contract/your-pieces.ts';
import {
  dollars,
  doNotPay,
  greeting,
  linkForAdmin,
  type MailedOrder,
  payment,
  placedOn,
  releasedPieces,
  repliesReachBuyer,
  secretLink,
  summary,
  whenIn,
} from './order-mail-parts.ts';
import { type Shop, say, type Template, thanks } from './template.ts';

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
      thanks(shop),
    ],
  }),

  hold_ended: (order, shop) => ({
    subject: `Order #${order.id} cancelled: we didn’t receive payment`,
    blocks: [
      greeting(order),
      say(
        `Sorry, we had to cancel order #${order.id}. We held ${yourPieces(order.lines)} until ${end(order, shop)} but didn’t receive payment.`,
      ),
      doNotPay,
      say('Already paid? Just reply to this email.'),
      ...releasedPieces(order),
      ...(order.released.free.length === 0
        ? []
        : [say('Still interested? Anything still available is yours to order again.')]),
      ...summary(order),
      thanks(shop),
    ],
  }),

  hold_ended_notice: (order, shop) => ({
    subject: `Order #${order.id} cancelled: no payment received`,
    blocks: [
      say(
        `The hold of order #${order.id} (${dollars(order.totalAmount)}, ${order.customerName}) ended on ${end(order, shop)} without a payment, so we cancelled it.`,
      ),
      ...releasedPieces(order),
      ...summary(order),
      say(
        'If the payment arrives after all, mark the order paid. That works as long as its specimens are available.',
      ),
      ...(order.released.reserved.length === 0
        ? []
        : [
            say('Reserved pieces can’t be sold to this buyer unless you clear their waiting list.'),
          ]),
      linkForAdmin(order, shop),
    ],
  }),

  hold_question: (order, shop) => ({
    subject: `Order #${order.id} is unpaid. What would you like to do?`,
    blocks: [
      ...(order.paymentReportedAt === null
        ? []
        : [
            say(
              `A buyer says the payment was sent (${whenIn(shop, order.paymentReportedAt)}); the email is unverified. Please check whether it arrived.`,
            ),
          ]),
      say(
        `The hold of order #${order.id} (${dollars(order.totalAmount)}, ${order.customerName}) ended on ${end(order, shop)}. Nothing goes back on sale until you decide: mark it paid, extend the hold, or cancel it.`,
      ),
      ...summary(order),
      linkForAdmin(order, shop, 'Mark paid, extend or cancel'),
      repliesReachBuyer,
    ],
  }),

  hold_extended: (order, shop) => ({
    subject: `Your hold on order #${order.id} is extended to ${end(order, shop)}`,
    blocks: [
      greeting(order),
      say(
        `Good news: we’ve extended your hold on order #${order.id} to ${end(order, shop)}. We haven’t seen your payment yet.`,
      ),
      ...summary(order),
      ...payment(order, shop),
      ...secretLink(order, shop),
      thanks(shop),
    ],
  }),

  payment_reported: (order, shop) => ({
    subject: `Order #${order.id}: buyer reports ${dollars(order.totalAmount)} sent`,
    blocks: [
      say(
        `${order.customerName} says the payment of ${dollars(order.totalAmount)} for order #${order.id} is on its way. Please check, and mark the order paid once it arrives. ${order.heldUntil === null ? 'Until then, the hold doesn’t end.' : `The email is unverified, so the hold runs until ${end(order, shop)}; then we’ll ask you.`}`,
      ),
      ...summary(order),
      linkForAdmin(order, shop, 'Mark paid, or extend the hold'),
      repliesReachBuyer,
    ],
  }),
};

const end = (order: MailedOrder, shop: Shop) => whenIn(shop, order.holdEndsAt ?? order.createdAt);
