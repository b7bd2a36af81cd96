/** Has the browser keep the page of the show, so that it opens without a network. */
import { SHOW_SCOPE, WORKER_PATH } from './show-queries.ts';

type TrustedTypes = { createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown };

/** ready: the page opens without a network. waiting: it is being fetched. unable: this browser or this address cannot. */
export type OfflineState = 'ready' | 'waiting' | 'unable';

/** Registers the worker, which serves this page and nothing else. For the admin alone. */
export async function installWorker(): Promise<OfflineState> {
  if (!('serviceWorker' in navigator)) return 'unable';
  allowWorker();
  try {
    const registration = await navigator.serviceWorker.register(WORKER_PATH, { scope: SHOW_SCOPE, updateViaCache: 'none' });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    if (!worker || registration.active) return 'ready';
    return await new Promise((resolve) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') resolve('ready');
        if (worker.state === 'redundant') resolve('unable');
      });
    });
  } catch {
    const known = await navigator.serviceWorker.getRegistration(SHOW_SCOPE).catch(() => undefined);
    return known?.active ? 'ready' : 'unable';
  }
}

let isAllowed = false;
/** The page's policy lets no text become the URL of a script, but for this one. */
function allowWorker(): void {
  if (isAllowed) return;
  isAllowed = true;
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (url === WORKER_PATH ? url : null),
  });
}
