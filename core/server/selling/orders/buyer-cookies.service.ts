/**
 * Each order has a cookie, so that none planted before reads it. Why:
 * `docs/decisions/0029-one-cookie-per-order.md`.
 */

import { isAdmin } from '#core/server/admin/auth/auth.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import {
  derivedToken,
  hashToken,
  namesOf,
  type SetsTokens,
  tokenOf,
  tokensOf,
  type WithCookies,
} from '#platform/http/cookies.ts';
import { addBuyer, isBuyer } from './orders.queries.ts';
import type { Reader } from './orders.service.ts';

const MAX_AGE_SECONDS = 180 * 24 * 60 * 60;
/** Every request carries them all; further orders are read by their link. */
const MAX_ORDER_COOKIES = 20;
/** Earlier versions had one cookie for all orders; it still reads those. */
const BUYER_COOKIE = 'druse_buyer';
const orderCookie = (orderId: number) => `druse_order_${orderId}`;

/** @param key of the secret link. */
export const readerOf = async (
  ctx: Context,
  request: WithCookies,
  orderId: number,
  key: string | undefined,
): Promise<Reader> => ({
  admin: await isAdmin(ctx, request),
  buyerHashes: [...tokensOf(request, orderCookie(orderId)), ...tokensOf(request, BUYER_COOKIE)].map(
    hashToken,
  ),
  key: key ?? null,
});

/** Lasts 180 days. @param token whose hash is among the order's buyers. */
export function setOrderCookie(
  request: WithCookies,
  reply: SetsTokens,
  orderId: number,
  token: string,
): void {
  const others = namesOf(request)
    .flatMap((name) => /^druse_order_(\d{1,10})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .filter((id) => id !== orderId)
    .toSorted((a, b) => b - a);
  for (const id of others.slice(MAX_ORDER_COOKIES - 1)) reply.clearToken(orderCookie(id));
  reply.setToken(orderCookie(orderId), token, MAX_AGE_SECONDS);
}

/**
 * The new token follows from the old one, so that a client that keeps sending the old cookie does
 * not become another buyer each time.
 */
export async function renewOrderCookie(
  ctx: Context,
  request: WithCookies,
  reply: SetsTokens,
  orderId: number,
): Promise<void> {
  if (tokenOf(request, orderCookie(orderId)) !== null) {
    reply.renewToken(orderCookie(orderId), MAX_AGE_SECONDS);
    return;
  }
  for (const old of tokensOf(request, BUYER_COOKIE)) {
    if (!(await isBuyer(ctx.db, orderId, [hashToken(old)]))) continue;
    const token = derivedToken(old, orderId);
    try {
      await perform(ctx, 'buyer', ({ tx }) => addBuyer(tx, orderId, hashToken(token)));
      setOrderCookie(request, reply, orderId, token);
    } catch (err) {
      // The old cookie goes on reading the order.
      ctx.log.warn({ err }, 'could not renew the cookie of an order');
    }
    return;
  }
}
