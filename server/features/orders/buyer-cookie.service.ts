/** The cookie by which a browser reads the orders it has placed. */
import { hashToken, newToken, tokenOf, type WithCookies } from '#server/platform/http/cookies.ts';

const BUYER_COOKIE = 'druse_buyer';
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60;

/** A reply, as far as cookies are set in it. */
type SetsCookies = { setCookie(name: string, value: string, options: { maxAge: number }): unknown };

/** Hash of the request's buyer cookie; null where it has none. */
export function buyerHash(request: WithCookies): string | null {
  const token = tokenOf(request, BUYER_COOKIE);
  return token === null ? null : hashToken(token);
}

/** The same for a browser that places an order: it gets a cookie where it has none, and keeps it for 180 days from now. */
export function ensureBuyer(request: WithCookies, reply: SetsCookies): string {
  const token = tokenOf(request, BUYER_COOKIE) ?? newToken();
  reply.setCookie(BUYER_COOKIE, token, { maxAge: MAX_AGE_SECONDS });
  return hashToken(token);
}
