import { createHash, randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { App } from './app-type.ts';

/** A request, as far as its cookies go. */
export type WithCookies = { cookies: Record<string, string | undefined> };

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
