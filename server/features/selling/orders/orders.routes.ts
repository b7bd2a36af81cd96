import type { preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { cartCheck, cartCheckInput } from '#contract/selling/cart-check.ts';
import { proposalAnswer } from '#contract/selling/changing-orders.ts';
import { keyHeaders } from '#contract/selling/idempotency-key.ts';
import { ORDER_KEY_HEADER } from '#contract/selling/order-key.ts';
import {
  adminOrder,
  type CartOrder,
  cartOrder,
  type DirectOrder,
  directOrder,
  followedOrder,
  placedOrder,
  statusUpdate,
} from '#contract/selling/orders.ts';
import { idParam, text } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { hashToken, newToken } from '#server/platform/http/cookies.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import { ipAddressOf } from '#server/platform/http/ip-address.ts';
import { sendArray } from '#server/platform/http/json-array.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { changeStatus } from './admin-orders.service.ts';
import { readerOf, renewOrderCookie, setOrderCookie } from './buyer-cookies.service.ts';
import { checkCart } from './cart-check.service.ts';
import { notePaymentOpened, reportPayment } from './holds.service.ts';
import { offerKeys } from './offers.service.ts';
import { orderRequestOf } from './order-request.ts';
import { allOrders, deleteOrder, readOrder } from './orders.service.ts';
import { placeOrder } from './placing.service.ts';
import { answerProposal } from './proposals.service.ts';
import { createTurnstile } from './turnstile.service.ts';

/** Either form, told apart by `items`, so that what is wrong is said of the form that was meant. */
const orderInput = z.looseObject({}).transform((body, check) => {
  const { data, error } = ('items' in body ? cartOrder : directOrder).safeParse(body);
  for (const issue of error?.issues ?? []) check.issues.push({ ...issue, code: 'custom', input: body });
  return data ?? z.NEVER;
});

/** Orders wait for each other, and never behind what visitors read. A second or two of a thousand buyers. */
const ORDERS = { waiting: 1_000, waitMs: 10_000 };
/** On SQLite one transaction runs at a time, and what is read for a page would wait for all that have begun. */
const RUNNING = { sqlite: 1, postgres: 4 };

const params = z.object({ id: idParam });

const orderKey = text(200).optional();
const readingHeaders = z.looseObject({ [ORDER_KEY_HEADER]: orderKey });
/** Links of earlier versions had the key here, where proxies log it; their programs may still send it so. */
const readingQuery = z.strictObject({ key: orderKey });

/** The admin also reads whether it is overdue. */
const readableOrder = followedOrder.extend({ overdue: z.boolean().optional() });

const keyOf = ({ headers }: { headers: Record<string, unknown> }): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
};

/** Placing and reading orders, the admin's changes, and the cart check. */
export function orderRoutes(app: App, ctx: Context): void {
  const forAdmin = { onRequest: requireAdmin(ctx) };

  const turnstile = createTurnstile(ctx);
  const passTurnstile: preHandlerAsyncHookHandler = async (request, reply) => {
    // The key of an offer buys what others cannot.
    if (request.headers.cookie !== undefined && (await offerKeys(request)).length > 0) return;
    const end = await turnstile.pass(keyOf(request), orderRequestOf(request.body as CartOrder | DirectOrder));
    // A buyer who has left keeps nobody waiting.
    if (reply.raw.destroyed) end();
    for (const event of ['finish', 'close']) reply.raw.once(event, end);
  };

  app.post(
    '/api/orders',
    {
      config: { rateLimit: perMinute(30), lane: { ...ORDERS, running: RUNNING[ctx.dialect] } },
      preHandler: passTurnstile,
      schema: { body: orderInput, headers: keyHeaders, response: { 201: placedOrder } },
    },
    async (request, reply) => {
      const key = keyOf(request);
      // A repeated order gets another token: the response with the first may have been lost.
      const token = newToken();
      const placed = await placeOrder(ctx, request.body, {
        ipAddress: ipAddressOf(request),
        buyerHash: hashToken(token),
        key,
        offerKeys: await offerKeys(request),
      });
      setOrderCookie(request, reply, placed.order.id, token);
      return reply.code(201).send(placed);
    },
  );

  app.get(
    '/api/orders/:id',
    {
      schema: { params, headers: readingHeaders, querystring: readingQuery, response: { 200: readableOrder } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const reader = await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER] ?? request.query.key);
      const order = await readOrder(ctx, id, reader);
      await renewOrderCookie(ctx, request, reply, id);
      return order;
    },
  );

  const byReader = { config: { rateLimit: perMinute(30) }, schema: { params, headers: readingHeaders } };

  app.post(
    '/api/orders/:id/payment-opened',
    { ...byReader, schema: { ...byReader.schema, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id } = request.params;
      await notePaymentOpened(ctx, id, await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER]));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/orders/:id/payment-reports',
    { ...byReader, schema: { ...byReader.schema, response: { 200: followedOrder } } },
    async (request) => {
      const { id } = request.params;
      return reportPayment(ctx, id, await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER]));
    },
  );

  app.post(
    '/api/orders/:id/proposals/:proposalId/answer',
    {
      ...byReader,
      schema: {
        ...byReader.schema,
        params: z.object({ id: idParam, proposalId: idParam }),
        body: proposalAnswer,
        response: { 200: followedOrder },
      },
    },
    async (request) => {
      const { id, proposalId } = request.params;
      const reader = await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER]);
      return answerProposal(ctx, id, proposalId, reader, request.body);
    },
  );

  app.get(
    '/api/orders',
    { config: { secondProof: 'always' }, schema: { response: { 200: z.array(adminOrder) } } },
    async (_request, reply) => {
      await sendArray(reply, adminOrder, allOrders(ctx));
      return reply;
    },
  );

  app.put(
    '/api/orders/:id/status',
    { ...forAdmin, schema: { params, headers: ifMatchHeader, body: statusUpdate, response: { 200: adminOrder } } },
    async ({ params: { id }, body, headers }) => changeStatus(ctx, id, body, headers['if-match']),
  );

  app.delete('/api/orders/:id', { ...forAdmin, schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    await deleteOrder(ctx, request.params.id);
    return reply.code(204).send(null);
  });

  const schema = { body: cartCheckInput, response: { 200: cartCheck } };
  app.post('/api/cart/check', { schema, config: { isAdmitted: true } }, async (request) =>
    checkCart(ctx, request.body, await offerKeys(request)),
  );
}
