import type { preHandlerAsyncHookHandler } from 'fastify';
import { orderCalls } from '#core/contract/selling/order-calls.ts';
import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import type { CartOrder, DirectOrder } from '#core/contract/selling/orders.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { cookiesIn, hashToken, newToken, type WithCookies } from '#platform/http/cookies.ts';
import type { Gate } from '#platform/http/gate.ts';
import { ipAddressOf } from '#platform/http/ip-address.ts';
import { readerOf, renewOrderCookie, setOrderCookie } from './buyer-cookies.service.ts';
import { checkCart } from './cart-check.service.ts';
import { reportPayment } from './holds.service.ts';
import { offerKeys } from './offers.service.ts';
import { orderRequestOf } from './order-request.ts';
import { noteSign, proveByPress, readOrder } from './orders.service.ts';
import { placeOrder } from './placing.service.ts';
import { answerProposal } from './proposals.service.ts';
import { createTurnstile } from './turnstile.service.ts';

/** Orders never wait behind visitors' reads: a second or two of a thousand buyers. */
const ORDERS = { waiting: 1_000, waitMs: 10_000 };
/** SQLite runs one transaction at a time, and page reads would wait for all that have begun. */
const RUNNING = { sqlite: 1, postgres: 4 };

type Pressed = { params: { id: number }; headers: { [ORDER_KEY_HEADER]?: string | undefined } };

const keyOf = ({ headers }: { headers: Record<string, unknown> }): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
};

export function orderRoutes(app: App, ctx: Context, gate: Gate): void {
  const turnstile = createTurnstile(ctx);
  // The key of an offer buys what others cannot.
  const hasOffer = async (request: WithCookies) => (await offerKeys(request)).length > 0;
  gate.guard('POST /api/orders', async ({ headers, body }) => {
    if (headers.cookie !== undefined && (await hasOffer(cookiesIn(app, headers.cookie)))) return;
    const call = orderCalls['POST /api/orders'];
    const order = call.body.safeParse(body);
    if (order.success && call.headers.safeParse(headers).success)
      await turnstile.look(keyOf({ headers }), orderRequestOf(order.data));
  });
  const passTurnstile: preHandlerAsyncHookHandler = async (request, reply) => {
    if (request.headers.cookie !== undefined && (await hasOffer(request))) return;
    const end = await turnstile.pass(
      keyOf(request),
      orderRequestOf(request.body as CartOrder | DirectOrder),
    );
    // A buyer who has left keeps no one waiting.
    if (reply.raw.destroyed) end();
    for (const event of ['finish', 'close']) reply.raw.once(event, end);
  };

  const pressed = async (request: WithCookies & Pressed) => {
    const { id } = request.params;
    const reader = await readerOf(ctx, request, id, request.headers[ORDER_KEY_HEADER]);
    await proveByPress(ctx, id, reader);
    return [ctx, id, reader] as const;
  };

  addCalls(app, ctx, orderCalls, {
    'POST /api/cart/check': async (request) =>
      checkCart(ctx, request.body, await offerKeys(request)),

    'POST /api/orders': {
      config: { lane: { ...ORDERS, running: RUNNING[ctx.dialect] } },
      preHandler: passTurnstile,
      handle: async (request, reply) => {
        // A repeated order gets another token: the response with the first may be lost.
        const token = newToken();
        const placed = await placeOrder(ctx, request.body, {
          ipAddress: ipAddressOf(request),
          buyerHash: hashToken(token),
          key: keyOf(request),
          offerKeys: await offerKeys(request),
        });
        setOrderCookie(request, reply, placed.order.id, token);
        return placed;
      },
    },

    'GET /api/orders/:id': async (request, reply) => {
      const { id } = request.params;
      const key = request.headers[ORDER_KEY_HEADER] ?? request.query.key;
      const order = await readOrder(ctx, id, await readerOf(ctx, request, id, key));
      await renewOrderCookie(ctx, request, reply, id);
      return order;
    },

    'POST /api/orders/:id/confirmation': async (request) => readOrder(...(await pressed(request))),
    'POST /api/orders/:id/payment-opened': async (request) => {
      const [, id, reader] = await pressed(request);
      if (!reader.admin) await noteSign(ctx, id, 'payment_opened');
    },
    'POST /api/orders/:id/payment-reports': async (request) =>
      reportPayment(...(await pressed(request))),
    'POST /api/orders/:id/proposals/:proposalId/answer': async (request) =>
      answerProposal(...(await pressed(request)), request.params.proposalId, request.body),
  });
}
