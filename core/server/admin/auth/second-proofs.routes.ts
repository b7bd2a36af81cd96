/** Asks again who is there, for routes whose options say so, and lists them. */
import type { Confirmation } from '#core/contract/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { requireConfirmed } from './sessions.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As `confirmed` in the table of calls. */
    secondProof?: Confirmation;
  }
}

const tables = new WeakMap<App, Record<string, Confirmation>>();

/** Applies only to routes that are added after it. */
export function registerSecondProofs(app: App, ctx: Context): void {
  const table: Record<string, Confirmation> = {};
  tables.set(app, table);
  app.addHook('onRoute', (route) => {
    const proof = route.config?.secondProof;
    if (!proof) return;
    for (const method of [route.method].flat()) table[`${method} ${route.url}`] = proof;
    if (proof === 'always')
      route.onRequest = [requireConfirmed(ctx), ...[route.onRequest ?? []].flat()];
  });
}

/** Keyed by call, such as `POST /api/x`. */
export const secondProofsOf = (app: App): Record<string, Confirmation> => tables.get(app) ?? {};
