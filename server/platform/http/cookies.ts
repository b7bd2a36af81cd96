import { createHash, randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { App } from './app-type.ts';

/** A request's cookies. */
export type WithCookies = { cookies: Record<string, string | undefined> };

/** A secret for a cookie: 32 random bytes as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The form in which the database stores a token: its SHA-256 in hexadecimal digits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token in a cookie; null if the cookie is missing or its value cannot be a token. */
export function tokenOf(request: WithCookies, name: string): string | null {
  const value = request.cookies[name];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** Cookies are HttpOnly and SameSite=Lax: sent with links from other sites, but not with their forms. */
export async function registerCookies(app: App, secure: boolean): Promise<void> {
  await app.register(cookie, { parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure } });
}
