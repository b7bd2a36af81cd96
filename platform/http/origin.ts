import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '#core/contract/problems.ts';
import type { App } from './app-type.ts';

/** Accepts `publicUrl`, or without it any loopback name on our port. */
export type IsOwnOrigin = (origin: string, port: number) => boolean;

export function ownOrigins(
  publicUrl: string | null,
  isLoopback: (host: string) => boolean,
): IsOwnOrigin {
  return (origin, port) => {
    if (publicUrl !== null) return origin === publicUrl;
    const url = URL.parse(origin);
    return (
      url !== null &&
      url.origin === origin &&
      url.protocol === 'http:' &&
      Number(url.port || 80) === port &&
      isLoopback(url.hostname)
    );
  };
}

const foreignOrigin = () =>
  new Problem('foreign_origin', 'This request came from another site and was refused.');

/**
 * Refuses what another site's page asks for, also by a link, as far as the browser says so.
 * @throws Problem foreign_origin
 */
export function refuseForeignSite({ headers }: { headers: IncomingHttpHeaders }): void {
  if (isForeignSite(headers)) throw foreignOrigin();
}

function isForeignSite({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

export const isForeign = (
  headers: IncomingHttpHeaders,
  port: number,
  isOwn: IsOwnOrigin,
): boolean =>
  isForeignSite(headers) || (headers.origin !== undefined && !isOwn(headers.origin, port));

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state changes from other sites, by Sec-Fetch-Site and Origin. A request with neither
 * comes from no page and passes.
 * @param configuredPort used where a request has no socket, as in tests.
 */
export function refuseForeignOrigins(app: App, isOwn: IsOwnOrigin, configuredPort: number): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return;
    const port = request.socket.localPort ?? configuredPort;
    if (isForeign(request.headers, port, isOwn)) throw foreignOrigin();
  });
}
