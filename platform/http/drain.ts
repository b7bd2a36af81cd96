import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './app-type.ts';

/** For a proxy that never asks. */
const DRAIN_MS = 5_000;
/** What a proxy had sent here before it heard of the closing arrives within this time. */
const SETTLE_MS = 1_000;

/**
 * Listens, once told to close, until the proxy has heard of it at `/readyz`, or five seconds.
 * Closed at once, a connection may be carrying an order, which the proxy must not send twice and so
 * fails.
 */
export function drainOnClose(app: App, drainMs = DRAIN_MS): void {
  app.addHook('preClose', async () => {
    const heard = Promise.withResolvers<void>();
    app.server.prependListener('request', ({ url }: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
      if (url === '/readyz') response.once('finish', heard.resolve);
    });
    await Promise.race([
      pause(drainMs, undefined, { ref: false }),
      heard.promise.then(() => pause(SETTLE_MS)),
    ]);
  });
}
