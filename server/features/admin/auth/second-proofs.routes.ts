/** Which calls ask again who is there. A route says it in its options, and is asked accordingly; the table of all of them is made from that. */
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { requireConfirmed } from './sessions.service.ts';

/**
 * When a call needs a login, the password or a passkey within ten minutes: always; where it changes where money or mail goes; or where it reads
 * the buyers of several orders at once. What is not `always` the handler asks for, as it depends on the request.
 */
export type SecondProof = 'always' | 'if it redirects' | 'if it reads several';

declare module 'fastify' {
  interface FastifyContextConfig {
    secondProof?: SecondProof;
  }
}

const tables = new WeakMap<App, Record<string, SecondProof>>();

/** Applies to routes that are added after it. */
export function registerSecondProofs(app: App, ctx: Context): void {
  const table: Record<string, SecondProof> = {};
  tables.set(app, table);
  app.addHook('onRoute', (route) => {
    const proof = route.config?.secondProof;
    if (!proof) return;
    for (const method of [route.method].flat()) table[`${method} ${route.url}`] = proof;
    if (proof === 'always') route.onRequest = [requireConfirmed(ctx), ...[route.onRequest ?? []].flat()];
  });
}

/** The calls that ask for a second proof, as `POST /api/x`. */
export const secondProofsOf = (app: App): Record<string, SecondProof> => tables.get(app) ?? {};
