import { z } from 'zod';
import {
  inbox,
  inboxQuery,
  inquiryAnswer,
  inquiryChange,
  inquiryForm,
  orderInquiry,
  receivedInquiry,
  specimenInquiry,
} from '#contract/messages/inquiries.ts';
import { ORDER_KEY_HEADER } from '#contract/selling/order-key.ts';
import { idParam, text } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { newFormToken } from '#server/features/messages/forms/forms.service.ts';
import { readerOf } from '#server/features/selling/orders/buyer-cookies.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import { ipAddressOf } from '#server/platform/http/ip-address.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { readInbox } from './inbox.service.ts';
import { answerInquiry, askAboutOrder, askAboutSpecimen, deleteInquiry, setInquiryStatus } from './inquiries.service.ts';

const params = z.object({ id: idParam });
const readingHeaders = z.looseObject({ [ORDER_KEY_HEADER]: text(200).optional() });
const nothing = z.null();

/** Asking about a specimen or an order, and the admin's inbox. */
export function inquiryRoutes(app: App, ctx: Context): void {
  const config = { rateLimit: perMinute(30) };

  app.get('/api/inquiries/form', { config, schema: { response: { 200: inquiryForm } } }, async () => ({ token: await newFormToken(ctx) }));

  app.post(
    '/api/specimens/:id/inquiries',
    { config, schema: { params, body: specimenInquiry, response: { 201: receivedInquiry } } },
    async (request, reply) => reply.code(201).send(await askAboutSpecimen(ctx, request.params.id, request.body, ipAddressOf(request))),
  );

  app.post(
    '/api/orders/:id/inquiries',
    { config, schema: { params, headers: readingHeaders, body: orderInquiry, response: { 201: receivedInquiry } } },
    async (request, reply) => {
      const { id } = request.params;
      const reader = await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER]);
      return reply.code(201).send(await askAboutOrder(ctx, id, reader, request.body, ipAddressOf(request)));
    },
  );

  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/inquiries', { onRequest, schema: { querystring: inboxQuery, response: { 200: inbox } } }, (request) =>
    readInbox(ctx, request.query),
  );

  app.post(
    '/api/manage/inquiries/:id/answers',
    { onRequest, schema: { params, headers: ifMatchHeader, body: inquiryAnswer, response: { 204: nothing } } },
    async (request, reply) => {
      await answerInquiry(ctx, request.params.id, request.body.text, request.headers['if-match']);
      return reply.code(204).send(null);
    },
  );

  app.patch(
    '/api/manage/inquiries/:id',
    { onRequest, schema: { params, body: inquiryChange, response: { 204: nothing } } },
    async (request, reply) => {
      await setInquiryStatus(ctx, request.params.id, request.body.status);
      return reply.code(204).send(null);
    },
  );

  app.delete('/api/manage/inquiries/:id', { onRequest, schema: { params, response: { 204: nothing } } }, async (request, reply) => {
    await deleteInquiry(ctx, request.params.id);
    return reply.code(204).send(null);
  });
}
