import { createHash, createHmac, randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { App } from './app-type.ts';

export type WithCookies = { cookies: Record<string, string | undefined> };

/** 32 random bytes as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Only who has the other token can know this one, which never changes.
 * @param id of what it is for.
 */
export const derivedToken = (token: string, id: number): string =>
  createHmac('sha256', token).update(String(id)).digest('base64url');

/** The database stores a token as its SHA-256 in hexadecimal digits. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** Only our own https origin can set a cookie with this prefix. */
const HOST_PREFIX = '__Host-';

/** Browsers send a host's cookies to each of its ports, at which other shops may be. */
const PORT_MARK = /\.\d{1,5}$/;

/** Before a hook has read them, whichever shop of the host has set them. */
export const cookiesIn = (app: App, header: string): WithCookies => ({
  cookies: Object.fromEntries(
    Object.entries(app.parseCookie(header)).map(([name, value]) => [
      name.replace(PORT_MARK, ''),
      value,
    ]),
  ),
});

/** As a browser sees the shop. */
export type CookieOrigin = { publicUrl: string | null; port: number };

export function cookieNaming({ publicUrl, port }: CookieOrigin) {
  const url = publicUrl === null ? null : new URL(publicUrl);
  const secure = url?.protocol === 'https:';
  const ownPort = url?.port ?? String(port);
  const mark = ownPort === '' ? '' : `.${ownPort}`;
  const nameOf = (name: string) => `${secure ? HOST_PREFIX : ''}${name}${mark}`;
  return { secure, mark, nameOf };
}

/** Cookies had no prefix before. A value that cannot be a token is none. */
export function tokensOf({ cookies }: WithCookies, name: string): string[] {
  const values = [cookies[`${HOST_PREFIX}${name}`], cookies[name]];
  return values.filter((value) => value !== undefined).filter((value) => /^[\w-]{43}$/.test(value));
}

/** Prefers the token that nobody else can have set; null where there is none. */
export const tokenOf = (request: WithCookies, name: string): string | null =>
  tokensOf(request, name)[0] ?? null;

export const namesOf = ({ cookies }: WithCookies): string[] => [
  ...new Set(
    Object.keys(cookies).map((name) =>
      name.startsWith(HOST_PREFIX) ? name.slice(HOST_PREFIX.length) : name,
    ),
  ),
];

declare module 'fastify' {
  interface FastifyReply {
    /** Removes the cookie of the same name without prefix. @param maxAge in seconds. */
    setToken(name: string, token: string, maxAge: number): void;
    clearToken(name: string): void;
    /** Sets a token's cookie again where it came under an earlier version's name. */
    renewToken(name: string, maxAge: number): void;
  }
}

export type SetsTokens = Pick<FastifyReply, 'setToken' | 'clearToken' | 'renewToken'>;

/**
 * Cookies are HttpOnly and SameSite=Lax: sent with links from other sites, but not with their
 * forms.
 */
export async function registerCookies(app: App, origin: CookieOrigin): Promise<void> {
  const { secure, mark, nameOf } = cookieNaming(origin);
  await app.register(cookie, {
    parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  });
  const isOwn = (name: string) => mark !== '' && name.endsWith(mark);
  // What has no port may be another shop's too: it is read, and left alone.
  const isOld = (request: WithCookies, name: string) =>
    secure && mark === '' && request.cookies[name] !== undefined;
  app.addHook('onRequest', async (request) => {
    const given = Object.entries(request.cookies);
    // The last wins: a shop that moved to another port goes on reading what it has set.
    const byRank = [
      ...given.filter(([name]) => PORT_MARK.test(name) && !isOwn(name)),
      ...given.filter(([name]) => !PORT_MARK.test(name)),
      ...given.filter(([name]) => isOwn(name)),
    ];
    request.cookies = Object.fromEntries(
      byRank.map(([name, value]) => [name.replace(PORT_MARK, ''), value ?? '']),
    );
  });

  app.decorateReply(
    'setToken',
    function (this: FastifyReply, name: string, token: string, maxAge: number) {
      if (isOld(this.request, name)) this.clearCookie(name);
      this.setCookie(nameOf(name), token, { maxAge });
    },
  );
  app.decorateReply('clearToken', function (this: FastifyReply, name: string) {
    if (isOld(this.request, name)) this.clearCookie(name);
    this.clearCookie(nameOf(name));
  });
  app.decorateReply('renewToken', function (this: FastifyReply, name: string, maxAge: number) {
    const token = tokenOf(this.request, name);
    const isNamed = this.request.headers.cookie?.includes(`${nameOf(name)}=`);
    if (token !== null && (!isNamed || isOld(this.request, name)))
      this.setToken(name, token, maxAge);
  });
}
