import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { Problem } from '#core/contract/problems.ts';
import type { App } from './app-type.ts';
import { ipAddressOf } from './ip-address.ts';

/** Limits one IP address; use it in a route as `config: { rateLimit: perMinute(30) }`. */
export const perMinute = (max: number) => ({ max, timeWindow: 60_000 });

/**
 * `windowMs`: length of the window; `current`: calls in it so far; `ttl`: milliseconds until it
 * ends.
 */
export type CountHit = (key: string, windowMs: number) => Promise<{ current: number; ttl: number }>;

/**
 * Without it, the limits of routes have no effect.
 * @param count counts for several processes together; without it each process counts on its own.
 */
export async function registerLimits(app: App, count?: CountHit): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    ...(count && { store: sharedStore(count) }),
    keyGenerator: ipAddressOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem(
        'too_many_requests',
        'Too many requests from your network. Please wait a moment and try again.',
        {
          retryAfter: Math.ceil(ttl / 1000),
        },
      ),
  });
}

/** The plugin passes this in, though its types lack it. */
type RouteInfo = { routeInfo: { method: string; url: string } };

function sharedStore(count: CountHit) {
  return class SharedStore implements FastifyRateLimitStore {
    prefix = '';

    incr(
      key: string,
      callback: Parameters<FastifyRateLimitStore['incr']>[1],
      windowMs: number,
    ): void {
      count(this.prefix + key, windowMs).then((result) => callback(null, result), callback);
    }

    child({
      routeInfo: { method, url },
    }: Parameters<FastifyRateLimitStore['child']>[0] & RouteInfo): SharedStore {
      const store = new SharedStore();
      store.prefix = `${method} ${url} `;
      return store;
    }
  };
}
