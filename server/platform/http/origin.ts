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

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests from pages of other sites, by Sec-Fetch-Site and Origin. A request with neither header
 * does not come from a page and passes.
 * @param configuredPort used where a request has no socket of its own, as in tests.
 */
export function refuseForeignOrigins(app: App, isOwn: IsOwnOrigin, configuredPort: number): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    const port = request.socket.localPort ?? configuredPort;
    if (isForeignSite || (origin !== undefined && !isOwn(origin, port))) {
      throw new Problem('foreign_origin', 'This call came from another site and was refused.');
    }
  });
}
