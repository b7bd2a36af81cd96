import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { readerOf } from '#core/server/selling/orders/buyer-cookies.service.ts';
import { inquiryCalls } from '#features/questions/contract/inquiry-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { ipAddressOf } from '#platform/http/ip-address.ts';
import { readInbox } from './inbox.service.ts';
import {
  answerInquiry,
  askAboutOrder,
  askAboutSpecimen,
  deleteInquiry,
  setInquiryStatus,
} from './inquiries.service.ts';

export function inquiryRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, inquiryCalls, {
    'POST /api/specimens/:id/inquiries': (request) =>
      askAboutSpecimen(ctx, request.params.id, request.body, ipAddressOf(request)),
    'POST /api/orders/:id/inquiries': async (request) => {
      const { id } = request.params;
      const reader = await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER]);
      return askAboutOrder(ctx, id, reader, request.body, ipAddressOf(request));
    },
    'GET /api/manage/inquiries': ({ query }) => readInbox(ctx, query),
    'POST /api/manage/inquiries/:id/answers': ({ params, body, headers }) =>
      answerInquiry(ctx, params.id, body.text, headers['if-match']),
    'PATCH /api/manage/inquiries/:id': ({ params, body }) =>
      setInquiryStatus(ctx, params.id, body.status),
    'DELETE /api/manage/inquiries/:id': ({ params }) => deleteInquiry(ctx, params.id),
  });
}
