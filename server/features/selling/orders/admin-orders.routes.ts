import { z } from 'zod';
import { changePreview, orderChange } from '#contract/selling/changing-orders.ts';
import { keyHeaders } from '#contract/selling/idempotency-key.ts';
import {
  buyerWords,
  cancelInput,
  cancelReport,
  erasure,
  holdExtension,
  mailDraft,
  mailDraftInput,
  moneyCorrection,
  orderDetail,
  orderEdit,
  orderSource,
  ordersPage,
  ordersQuery,
  paidCancellation,
  paymentInput,
  refundInput,
  statusChange,
  statusEffects,
  strangersReport,
} from '#contract/selling/orders.ts';
import { sale } from '#contract/selling/sales.ts';
import { togetherInput, togetherPreview, togetherQuery } from '#contract/selling/sent-together.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import { cancelOrders, editOrder, listOrders, previewStatusChange, readDetail } from './admin-orders.service.ts';
import { draftMail, writeToBuyer } from './buyer-mails.service.ts';
import { changeOrder, previewChange, withdrawProposal } from './changing.service.ts';
import { eraseOrder } from './erasure.service.ts';
import { extendHold } from './holds.service.ts';
import { previewTogether, sendAlone, sendTogether } from './parcels.service.ts';
import { correctMoney, notePayment, removePayment } from './payments.service.ts';
import { cancelPaidOrder, refundOrder } from './refunds.service.ts';
import { recordSale } from './sales.service.ts';
import { cancelStrangers, readStrangers } from './strangers.service.ts';

const params = z.object({ id: idParam });
const moneyParams = z.object({ id: idParam, moneyId: idParam });

/** What only the admin may do with orders. */
export function adminOrderRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/orders', { onRequest, schema: { querystring: ordersQuery, response: { 200: ordersPage } } }, async (request) =>
    listOrders(ctx, request.query),
  );

  app.get('/api/manage/orders/:id', { onRequest, schema: { params, response: { 200: orderDetail } } }, async (request) =>
    readDetail(ctx, request.params.id),
  );

  app.get(
    '/api/manage/orders/:id/effects',
    { onRequest, schema: { params, querystring: statusChange, response: { 200: statusEffects } } },
    async (request) => previewStatusChange(ctx, request.params.id, request.query),
  );

  app.patch(
    '/api/orders/:id',
    { onRequest, schema: { params, headers: ifMatchHeader, body: orderEdit, response: { 200: orderDetail } } },
    async (request) => editOrder(ctx, request.params.id, request.body, request.headers['if-match']),
  );

  app.post(
    '/api/manage/orders/:id/extend',
    { onRequest, schema: { params, body: holdExtension, response: { 200: orderDetail } } },
    async (request) => extendHold(ctx, request.params.id, request.body),
  );

  app.post(
    '/api/manage/orders/:id/change',
    { onRequest, schema: { params, body: orderChange, response: { 200: orderDetail } } },
    async (request) => changeOrder(ctx, request.params.id, request.body),
  );

  app.post(
    '/api/manage/orders/:id/change-preview',
    { onRequest, schema: { params, body: orderChange, response: { 200: changePreview } } },
    async (request) => previewChange(ctx, request.params.id, request.body),
  );

  app.get(
    '/api/manage/orders/:id/parcel',
    { onRequest, schema: { params, querystring: togetherQuery, response: { 200: togetherPreview } } },
    async (request) => previewTogether(ctx, request.params.id, request.query.orders),
  );

  app.post(
    '/api/manage/orders/:id/parcel',
    { onRequest, schema: { params, body: togetherInput, response: { 200: orderDetail } } },
    async (request) => sendTogether(ctx, request.params.id, request.body),
  );

  app.delete('/api/manage/orders/:id/parcel', { onRequest, schema: { params, response: { 200: orderDetail } } }, async (request) =>
    sendAlone(ctx, request.params.id),
  );

  app.delete('/api/manage/orders/:id/proposal', { onRequest, schema: { params, response: { 200: orderDetail } } }, async (request) =>
    withdrawProposal(ctx, request.params.id),
  );

  app.post(
    '/api/manage/orders/:id/refunds',
    { onRequest, schema: { params, body: refundInput, response: { 200: orderDetail } } },
    async (request) => refundOrder(ctx, request.params.id, request.body),
  );

  app.post(
    '/api/manage/orders/:id/payments',
    { onRequest, schema: { params, body: paymentInput, response: { 200: orderDetail } } },
    async (request) => notePayment(ctx, request.params.id, request.body),
  );

  app.patch(
    '/api/manage/orders/:id/money/:moneyId',
    { onRequest, schema: { params: moneyParams, body: moneyCorrection, response: { 200: orderDetail } } },
    async ({ params: { id, moneyId }, body }) => correctMoney(ctx, id, moneyId, body),
  );

  app.delete(
    '/api/manage/orders/:id/money/:moneyId',
    { onRequest, schema: { params: moneyParams, response: { 200: orderDetail } } },
    async ({ params: { id, moneyId } }) => removePayment(ctx, id, moneyId),
  );

  app.post(
    '/api/manage/orders/:id/mails',
    { onRequest, schema: { params, body: buyerWords, response: { 200: orderDetail } } },
    async (request) => writeToBuyer(ctx, request.params.id, request.body),
  );

  app.post(
    '/api/manage/orders/:id/mail-draft',
    { onRequest, schema: { params, body: mailDraftInput, response: { 200: mailDraft } } },
    async (request) => draftMail(ctx, request.params.id, request.body),
  );

  app.post(
    '/api/manage/orders/:id/cancel',
    { onRequest, schema: { params, headers: keyHeaders, body: paidCancellation, response: { 200: orderDetail } } },
    async ({ params: { id }, body, headers }) => cancelPaidOrder(ctx, id, body, headers['idempotency-key'] ?? null),
  );

  app.post(
    '/api/manage/sales',
    { onRequest, schema: { body: sale, headers: keyHeaders, response: { 201: orderDetail } } },
    async (request, reply) => reply.code(201).send(await recordSale(ctx, request.body, request.headers['idempotency-key'] ?? null)),
  );

  app.get('/api/manage/strangers', { onRequest, schema: { response: { 200: strangersReport } } }, async () => readStrangers(ctx));

  app.post('/api/manage/strangers/cancel', { onRequest, schema: { body: orderSource, response: { 200: cancelReport } } }, async (request) =>
    cancelStrangers(ctx, request.body),
  );

  app.post('/api/manage/orders/cancel', { onRequest, schema: { body: cancelInput, response: { 200: cancelReport } } }, async (request) =>
    cancelOrders(ctx, request.body.ids),
  );

  app.post(
    '/api/manage/orders/:id/erase',
    { config: { secondProof: 'always' }, schema: { params, body: erasure, response: { 200: orderDetail } } },
    async (request) => eraseOrder(ctx, request.params.id, request.body),
  );
}
