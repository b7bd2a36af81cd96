import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { text } from '#core/contract/text.ts';
import { cartCheck, cartCheckInput } from './cart-check.ts';
import { changePreview, orderChange, proposalAnswer } from './changing-orders.ts';
import { keyHeaders } from './idempotency-key.ts';
import {
  buyerWords,
  cancelInput,
  cancelReport,
  effectsQuery,
  erasure,
  holdExtension,
  mailDraft,
  mailDraftInput,
  moneyCorrection,
  orderEdit,
  paidCancellation,
  paymentInput,
  refundInput,
  settling,
  statusEffects,
  statusUpdate,
} from './order-edits.ts';
import { ORDER_KEY_HEADER } from './order-key.ts';
import {
  adminOrder,
  type CartOrder,
  cartOrder,
  type DirectOrder,
  directOrder,
  followedOrder,
  orderDetail,
  ordersPage,
  ordersQuery,
  placedOrder,
} from './orders.ts';

/** Told apart by `items`, for issues of the form that was meant. */
const orderInput = z.looseObject({}).transform((body, check) => {
  const { data, error } = ('items' in body ? cartOrder : directOrder).safeParse(body);
  for (const issue of error?.issues ?? [])
    check.issues.push({ ...issue, code: 'custom', input: body });
  return data ?? z.NEVER;
}) as z.ZodType as z.ZodType<
  CartOrder | DirectOrder,
  z.input<typeof cartOrder> | z.input<typeof directOrder>
>;

const orderKey = text(200).optional();
const byKey = z.looseObject({ [ORDER_KEY_HEADER]: orderKey });
/** Links of earlier versions had the key here; programs may still send it so. */
const readingQuery = z.strictObject({ key: orderKey });

/** Only the admin gets `overdue`. */
const readableOrder = followedOrder.extend({ overdue: z.boolean().optional() });

export const orderCalls = {
  'POST /api/cart/check': {
    about: 'which pieces in a cart can still be ordered, at today’s prices; reserves nothing',
    who: 'all',
    waits: true,
    body: cartCheckInput,
    response: cartCheck,
  },
  'POST /api/orders': {
    about: '201 with the order, see below',
    who: 'all',
    limit: 30,
    headers: keyHeaders,
    body: orderInput,
    response: placedOrder,
    status: 201,
  },
  'GET /api/orders/:id': {
    about: 'the order, or 410 if it was deleted; anyone else gets 404, as if there were none',
    who: 'its buyer, admin',
    query: readingQuery,
    headers: byKey,
    response: readableOrder,
  },
  'POST /api/orders/:id/confirmation': {
    about: 'confirms the email, by the mailed link’s key; the order',
    who: 'its buyer',
    limit: 30,
    headers: byKey,
    response: followedOrder,
  },
  'POST /api/orders/:id/payment-opened': {
    about: '204; notes that the buyer went to pay',
    who: 'its buyer',
    limit: 30,
    headers: byKey,
  },
  'POST /api/orders/:id/payment-reports': {
    about:
      '“I have sent it”: the order; its hold lasts until the admin answers, or is extended once if the email is unverified',
    who: 'its buyer, admin',
    limit: 30,
    headers: byKey,
    response: followedOrder,
  },
  'POST /api/orders/:id/proposals/:proposalId/answer': {
    about: '`{"answer": "accept"}` or `decline`, by the order’s link or cookie; an admin can’t',
    who: 'its buyer',
    limit: 30,
    headers: byKey,
    body: proposalAnswer,
    response: followedOrder,
  },
} as const satisfies CallTable;

export const adminOrderCalls = {
  'GET /api/orders': {
    about: 'all orders, newest first',
    confirmed: 'always',
    response: z.array(adminOrder),
  },
  'GET /api/manage/orders': {
    about:
      'a page of the orders, newest first, by `search` and `filter`, and how many each filter has',
    query: ordersQuery,
    response: ordersPage,
  },
  'GET /api/manage/orders/:id': {
    about: 'everything about one order: its history, money and emails too',
    response: orderDetail,
  },
  'PATCH /api/orders/:id': {
    about:
      'the order with its `carrier`, `trackingNumber`, `venmoPaymentId`, `paidHow`, `privateNote`',
    headers: ifMatchHeader,
    body: orderEdit,
    response: orderDetail,
  },
  'DELETE /api/orders/:id': {
    about: '204; deletes an order, which then holds nothing; 409 if it has an invoice',
  },
  'PUT /api/orders/:id/status': {
    about:
      '`{"status": "paid"}` and so on, with `carrier` and `trackingNumber` when it ships, and `payment` when it is paid; 409 if its pieces are gone',
    headers: ifMatchHeader,
    body: statusUpdate,
    response: adminOrder,
  },
  'GET /api/manage/orders/:id/effects': {
    about: 'what a change to this `status` would do to pieces and money, with the email',
    query: effectsQuery,
    response: statusEffects,
  },
  'POST /api/manage/orders/:id/extend': {
    about: 'extends the hold of a pending order by `{"hours": 24}`, see below; its buyer is told',
    body: holdExtension,
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/change': {
    about: 'changes lines and totals of an order that isn’t shipped, or asks its buyer, see below',
    body: orderChange,
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/change-preview': {
    about: 'what such a change would do, with the email',
    body: orderChange,
    response: changePreview,
  },
  'DELETE /api/manage/orders/:id/proposal': {
    about: 'withdraws what the buyer is asked',
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/payments': {
    about:
      'notes a payment of any amount: `{"amount": "190", "method": "Check", "on": "2026-11-21", "receivedAmount": "0.00"}`',
    body: paymentInput,
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/settle': {
    about: 'takes what came as the whole payment: the rest is written off, a surplus is kept',
    body: settling,
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/refunds': {
    about: 'notes a refund, see below; the order with its `money`',
    body: refundInput,
    response: orderDetail,
  },
  'PATCH /api/manage/orders/:id/money/:moneyId': {
    about:
      'corrects a payment or refund: `amount`, `method`, `on`, `payer`, `note`, `fee`; `orderId` moves a payment',
    body: moneyCorrection,
    response: orderDetail,
  },
  'DELETE /api/manage/orders/:id/money/:moneyId': {
    about: 'removes a payment that never came, with its fee, or a refund that never went',
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/mails': {
    about:
      '`{"text": "…", "key": "…"}`: emails your own words to the buyer; the same key writes once',
    body: buyerWords,
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/mail-draft': {
    about:
      'what an email of the kind `order_words`, `order_refunded` or `order_cancelled` would say',
    body: mailDraftInput,
    response: mailDraft,
  },
  'POST /api/manage/orders/:id/cancel': {
    about: 'cancels an order and says what happens to money and pieces, see below',
    headers: keyHeaders,
    body: paidCancellation,
    response: orderDetail,
  },
  'POST /api/manage/orders/:id/erase': {
    about:
      'replaces the buyer’s personal data in an order; a pending one only with `{"evenPending": true}`',
    confirmed: 'always',
    body: erasure,
    response: orderDetail,
  },
  'POST /api/manage/orders/cancel': {
    about: 'cancels the pending orders among `ids`, up to 100; returns the result of each',
    body: cancelInput,
    response: cancelReport,
  },
} as const satisfies CallTable;

type OrderCalls = typeof orderCalls & typeof adminOrderCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends OrderCalls {}
}
