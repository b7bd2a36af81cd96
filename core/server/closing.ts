import type { App } from '#platform/http/app-type.ts';

const CLOSING_MS = 10_000;
/**
 * On Ctrl+C the terminal signals both npm and us, and npm passes its own on: a second signal within
 * this time counts as the first.
 */
const SAME_SIGNAL_MS = 1_000;
const LOOK_FOR_PARENT_MS = 250;

type ClosingOptions = {
  /**
   * Closes when the parent process has ended. `npm start` signals the shell that started us: many
   * shells have become us by then, but Debian's stays, ends and tells us nothing.
   */
  withParent: boolean;
};

/**
 * Shuts down gracefully; a second signal ends the process at once. @param closeResources called
 * once the last request has ended; jobs may take another `timeoutMs`.
 */
export function closeOnSignal(
  app: App,
  { withParent }: ClosingOptions,
  closeResources: (timeoutMs: number) => Promise<void>,
): void {
  let closingSince: number | null = null;
  const onSignal = () => {
    if (closingSince !== null) {
      if (performance.now() - closingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    close();
  };
  const close = () => {
    closingSince = performance.now();
    clearInterval(lookout);
    endRequests(app)
      .then(() => closeResources(CLOSING_MS))
      .then(
        () => process.exit(0),
        (err: unknown) => {
          app.log.error({ err }, 'the shutdown failed');
          process.exit(1);
        },
      );
  };
  const { ppid } = process;
  const lookout = withParent
    ? setInterval(() => process.ppid !== ppid && close(), LOOK_FOR_PARENT_MS)
    : undefined;
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
}

async function endRequests(app: App): Promise<void> {
  const deadline = setTimeout(() => {
    app.log.warn('connections that did not end in time were closed');
    app.server.closeAllConnections();
  }, CLOSING_MS);
  // Busy connections become idle only after their response. While the server still listens, a proxy
  // may be using them.
  const reaper = setInterval(() => !app.server.listening && app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(deadline);
  clearInterval(reaper);
}
