/** Takes leave of a proxy before the server closes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './app-type.ts';

/** For a proxy that never asks. */
const DRAIN_MS = 5_000;
/** What a proxy had chosen this process for before it heard that it closes, arrives within this time. */
const SETTLE_MS = 1_000;

/**
 * Keeps listening, once the app is told to close, until the proxy has heard of it at `/readyz`, or five seconds have passed; every response closes its
 * connection meanwhile. A proxy sends on idle connections and on new ones: closed at once, one of them may be carrying an order at
 * that moment, which the proxy must not send twice and so fails.
 */
export function drainOnClose(app: App, drainMs = DRAIN_MS): void {
  app.addHook('preClose', async () => {
    const heard = Promise.withResolvers<void>();
    app.server.prependListener('request', ({ url }: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
      if (url === '/readyz') response.once('finish', heard.resolve);
    });
    await Promise.race([pause(drainMs, undefined, { ref: false }), heard.promise.then(() => pause(SETTLE_MS))]);
  });
}
