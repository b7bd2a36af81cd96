import { SHOW_SCOPE, WORKER_PATH } from './show-queries.ts';

type TrustedTypes = {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown;
};

/** waiting: the page is being fetched. unable: this browser or this URL cannot. */
export type OfflineState = 'ready' | 'waiting' | 'unable';

/** The worker serves this page and nothing else. For the admin alone. */
export async function installWorker(): Promise<OfflineState> {
  if (!('serviceWorker' in navigator)) return 'unable';
  allowWorker();
  try {
    const registration = await navigator.serviceWorker.register(WORKER_PATH, {
      scope: SHOW_SCOPE,
      updateViaCache: 'none',
    });
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

/**
 * Calls back when a later build is on the device, with what switches to it. Everything typed is
 * stored, so the page may load again.
 */
export async function onNewVersion(found: (use: () => void) => void): Promise<void> {
  const registration = await navigator.serviceWorker
    ?.getRegistration(SHOW_SCOPE)
    .catch(() => undefined);
  if (!registration) return;
  const offer = (worker: ServiceWorker | null) => {
    // The first worker has nothing to replace.
    if (!worker || !navigator.serviceWorker.controller) return;
    found(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      worker.postMessage('activate');
    });
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
  });
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
