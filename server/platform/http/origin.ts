import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '#contract/problems.ts';
import type { App } from './app-type.ts';

/** Whether an origin is the shop's: `publicUrl`, or without it any loopback name on our port. */
export type IsOwnOrigin = (origin: string, port: number) => boolean;

export function ownOrigins(publicUrl: string | null, isLoopback: (host: string) => boolean): IsOwnOrigin {
  return (origin, port) => {
    if (publicUrl !== null) return origin === publicUrl;
    const url = URL.parse(origin);
    return url !== null && url.origin === origin && url.protocol === 'http:' && Number(url.port || 80) === port && isLoopback(url.hostname);
  };
}

const foreignOrigin = () => new Problem('foreign_origin', 'This request came from another site and was refused.');

/** Refuses what a page of another site has asked for, also by a link, as far as the browser says so. @throws Problem foreign_origin. */
export function refuseForeignSite({ headers }: { headers: IncomingHttpHeaders }): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignOrigin();
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests from pages of other sites, by Sec-Fetch-Site and Origin. A request with neither header
 * does not come from a page and passes.
 * @param configuredPort used where a request has no socket of its own, as in tests.
 */
export function refuseForeignOrigins(app: App, isOwn: IsOwnOrigin, configuredPort: number): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return;
    refuseForeignSite(request);
    const { origin } = request.headers;
    const port = request.socket.localPort ?? configuredPort;
    if (origin !== undefined && !isOwn(origin, port)) throw foreignOrigin();
  });
}
