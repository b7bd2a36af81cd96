import { createHash, randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { App } from './app-type.ts';

/** A request, as far as its cookies go. */
export type WithCookies = { cookies: Record<string, string | undefined> };

const BUYER = 'druse_buyer';
const DAYS = 24 * 60 * 60;

/** A secret for a cookie: 32 random bytes as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token: its SHA-256 in hexadecimal digits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token of a cookie, or null where there is none or it is none of ours. */
export function tokenOf(request: WithCookies, name: string): string | null {
  const value = request.cookies[name];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** Every cookie of ours is for the server alone and goes with links from elsewhere, not with their forms. */
export async function registerCookies(app: App, secure: boolean): Promise<void> {
  await app.register(cookie, { parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure } });
}

/** Hash of the cookie by which a browser reads the orders it has placed; null where it has none. */
export function buyerHash(request: WithCookies): string | null {
  const token = tokenOf(request, BUYER);
  return token === null ? null : hashToken(token);
}

/** The same for a browser that places an order: it gets a cookie where it has none, and keeps it for 180 days from now. */
export function ensureBuyer(request: WithCookies, reply: FastifyReply): string {
  const token = tokenOf(request, BUYER) ?? newToken();
  reply.setCookie(BUYER, token, { maxAge: 180 * DAYS });
  return hashToken(token);
}
