import { adminOrderCalls } from '#core/contract/selling/order-calls.ts';
import { adminOrder } from '#core/contract/selling/orders.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { sendArray } from '#platform/http/json-array.ts';
import {
  cancelOrders,
  changeStatus,
  editOrder,
  listOrders,
  previewStatusChange,
} from './admin-orders.service.ts';
import { draftMail, writeToBuyer } from './buyer-mails.service.ts';
import { changeOrder, previewChange, withdrawProposal } from './changing.service.ts';
import { eraseOrder } from './erasure.service.ts';
import { extendHold } from './holds.service.ts';
import { readDetail } from './order-detail.service.ts';
import { allOrders, deleteOrder } from './orders.service.ts';
import { correctMoney, notePayment, removeMoney, settleOrder } from './payments.service.ts';
import { cancelOrder, refundOrder } from './refunds.service.ts';

export function adminOrderRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, adminOrderCalls, {
    'GET /api/orders': (_request, reply) => sendArray(reply, adminOrder, allOrders(ctx)),
    'GET /api/manage/orders': ({ query }) => listOrders(ctx, query),
    'GET /api/manage/orders/:id': ({ params: { id } }) => readDetail(ctx, id),
    'PATCH /api/orders/:id': ({ params: { id }, body, headers }) =>
      editOrder(ctx, id, body, headers['if-match']),
    'DELETE /api/orders/:id': ({ params: { id } }) => deleteOrder(ctx, id),
    'PUT /api/orders/:id/status': ({ params: { id }, body, headers }) =>
      changeStatus(ctx, id, body, headers['if-match']),
    'GET /api/manage/orders/:id/effects': ({ params: { id }, query }) =>
      previewStatusChange(ctx, id, query),
    'POST /api/manage/orders/:id/extend': ({ params: { id }, body }) => extendHold(ctx, id, body),
    'POST /api/manage/orders/:id/change': ({ params: { id }, body }) => changeOrder(ctx, id, body),
    'POST /api/manage/orders/:id/change-preview': ({ params: { id }, body }) =>
      previewChange(ctx, id, body),
    'DELETE /api/manage/orders/:id/proposal': ({ params: { id } }) => withdrawProposal(ctx, id),
    'POST /api/manage/orders/:id/payments': ({ params: { id }, body }) =>
      notePayment(ctx, id, body),
    'POST /api/manage/orders/:id/settle': ({ params: { id }, body }) =>
      settleOrder(ctx, id, body.receivedAmount),
    'POST /api/manage/orders/:id/refunds': ({ params: { id }, body }) => refundOrder(ctx, id, body),
    'PATCH /api/manage/orders/:id/money/:moneyId': ({ params: { id, moneyId }, body }) =>
      correctMoney(ctx, id, moneyId, body),
    'DELETE /api/manage/orders/:id/money/:moneyId': ({ params: { id, moneyId } }) =>
      removeMoney(ctx, id, moneyId),
    'POST /api/manage/orders/:id/mails': ({ params: { id }, body }) => writeToBuyer(ctx, id, body),
    'POST /api/manage/orders/:id/mail-draft': ({ params: { id }, body }) =>
      draftMail(ctx, id, body),
    'POST /api/manage/orders/:id/cancel': ({ params: { id }, body, headers }) =>
      cancelOrder(ctx, id, body, headers['idempotency-key'] ?? null),
    'POST /api/manage/orders/:id/erase': ({ params: { id }, body }) => eraseOrder(ctx, id, body),
    'POST /api/manage/orders/cancel': ({ body }) => cancelOrders(ctx, body.ids),
  });
}
