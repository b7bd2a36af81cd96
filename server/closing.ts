import type { App } from './platform/http/app-type.ts';

const CLOSING_MS = 10_000;
/** A second Ctrl+C within this time is the first one again: the terminal sends it to npm and to us, and npm passes its own on. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Ends the process in order on SIGTERM or SIGINT; a second signal ends it at once.
 * @param closeResources called when the last request has ended; its jobs may take `timeoutMs` more.
 */
export function closeOnSignal(app: App, closeResources: (timeoutMs: number) => Promise<void>): void {
  let closingSince: number | null = null;
  const onSignal = () => {
    if (closingSince !== null) {
      if (performance.now() - closingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    closingSince = performance.now();
    endRequests(app)
      .then(() => closeResources(CLOSING_MS))
      .then(
        () => process.exit(0),
        (err: unknown) => {
          app.log.error({ err }, 'could not close in order');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
}

/** Lets running requests end, for a limited time. */
async function endRequests(app: App): Promise<void> {
  const deadline = setTimeout(() => {
    app.log.warn('some connections did not end in time and were cut');
    app.server.closeAllConnections();
  }, CLOSING_MS);
  // A connection that was busy when closing began becomes idle only after its response.
  const reaper = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(deadline);
  clearInterval(reaper);
}
