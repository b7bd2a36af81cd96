import { createHash, createHmac, randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { App } from './app-type.ts';

/** A request's cookies. */
export type WithCookies = { cookies: Record<string, string | undefined> };

/** A secret for a cookie: 32 random bytes as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A token that only who has the other can know, the same each time. @param id of what it is for. */
export const derivedToken = (token: string, id: number): string => createHmac('sha256', token).update(String(id)).digest('base64url');

/** The form in which the database stores a token: its SHA-256 in hexadecimal digits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A cookie with this prefix can be set by our own https origin alone: by no subdomain, and by nobody on a plain connection. */
const HOST_PREFIX = '__Host-';

/** The name under which a cookie is set. @param isSecure whether the shop is behind https. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `${HOST_PREFIX}${name}` : name);

/** The tokens that came under a name with the prefix and, as cookies were called before, without it. A value that cannot be a token is none. */
export function tokensOf({ cookies }: WithCookies, name: string): string[] {
  const values = [cookies[`${HOST_PREFIX}${name}`], cookies[name]];
  return values.filter((value) => value !== undefined).filter((value) => /^[\w-]{43}$/.test(value));
}

/** The token in a cookie, by preference the one that nobody else can have set; null where there is none. */
export const tokenOf = (request: WithCookies, name: string): string | null => tokensOf(request, name)[0] ?? null;

/** The names of all cookies that came, without prefix. */
export const namesOf = ({ cookies }: WithCookies): string[] => [
  ...new Set(Object.keys(cookies).map((name) => (name.startsWith(HOST_PREFIX) ? name.slice(HOST_PREFIX.length) : name))),
];

declare module 'fastify' {
  interface FastifyReply {
    /** Sets a token's cookie, and removes the one of the same name without prefix. @param maxAge in seconds. */
    setToken(name: string, token: string, maxAge: number): void;
    clearToken(name: string): void;
    /** Sets a token's cookie again where it came only under its name without prefix. */
    renewToken(name: string, maxAge: number): void;
  }
}

/** A reply, as far as tokens are set in it. */
export type SetsTokens = Pick<FastifyReply, 'setToken' | 'clearToken' | 'renewToken'>;

/** Cookies are HttpOnly and SameSite=Lax: sent with links from other sites, but not with their forms. */
export async function registerCookies(app: App, secure: boolean): Promise<void> {
  await app.register(cookie, { parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure } });
  const isOld = (request: WithCookies, name: string) => secure && request.cookies[name] !== undefined;

  app.decorateReply('setToken', function (this: FastifyReply, name: string, token: string, maxAge: number) {
    if (isOld(this.request, name)) this.clearCookie(name);
    this.setCookie(cookieName(name, secure), token, { maxAge });
  });
  app.decorateReply('clearToken', function (this: FastifyReply, name: string) {
    if (isOld(this.request, name)) this.clearCookie(name);
    this.clearCookie(cookieName(name, secure));
  });
  app.decorateReply('renewToken', function (this: FastifyReply, name: string, maxAge: number) {
    const token = tokenOf(this.request, name);
    if (token !== null && isOld(this.request, name)) this.setToken(name, token, maxAge);
  });
}
