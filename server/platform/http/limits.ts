import rateLimit from '@fastify/rate-limit';
import { Problem } from '#contract/problems.ts';
import { addressOf } from './address.ts';
import type { App } from './app-type.ts';

/** Calls an address may make; a route takes one with `config: { rateLimit: limits.orders }`. */
export const limits = {
  orders: { max: 30, timeWindow: 60_000 },
  login: { max: 30, timeWindow: 60_000 },
  uploads: { max: 60, timeWindow: 60_000 },
};

/** Without this the routes' limits mean nothing. */
export async function registerLimits(app: App): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: addressOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('too_many_requests', 'Too many requests from your address. Please wait a moment and try again.', {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  });
}
