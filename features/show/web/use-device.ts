import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { onLogout } from '#ui/lib/logout-signal.ts';
import type { Entry } from './entries.ts';
import { toSend } from './queue-rules.ts';
import { sendQueue } from './sending.ts';
import { type Device, onStored, readDevice, SHOW_SCOPE } from './show-queries.ts';

/** Null: not read yet. `blocked`: this browser keeps nothing here. */
export function useDevice(): Device | 'blocked' | null {
  const [device, setDevice] = useState<Device | 'blocked' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      void readDevice().then(
        (found) => isCurrent && setDevice(found),
        () => isCurrent && setDevice('blocked'),
      );
    read();
    const endings = [onStored(read), onLogout(read)];
    return () => {
      isCurrent = false;
      for (const end of endings) end();
    };
  }, []);
  return device;
}

const watchNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** The network may lead nowhere. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );

/**
 * idle: nothing waits. login: the session has ended. later: the shop was not reached, and is asked
 * again.
 */
export type SendingState = 'idle' | 'sending' | 'login' | 'later';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

export function useSending(
  entries: readonly Entry[],
  me: string | null,
): { state: SendingState; send: () => void } {
  const [state, setState] = useState<SendingState>('idle');
  const [pause, setPause] = useState(FIRST_PAUSE_MS);
  const waiting = toSend(entries);
  const names = waiting.map(({ key }) => key).join();

  const send = useEffectEvent(async () => {
    if (waiting.length === 0) return;
    setState('sending');
    const sent = await sendQueue().catch(() => ({ result: 'later' as const, seconds: null }));
    setState(sent.result === 'done' || sent.result === 'elsewhere' ? 'idle' : sent.result);
    if (sent.result === 'later')
      setPause((before) =>
        Math.min(MAX_PAUSE_MS, sent.seconds === null ? before * 2 : sent.seconds * 1_000),
      );
    else setPause(FIRST_PAUSE_MS);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: logging in again means to send it
  useEffect(() => {
    if (names === '') return setState('idle');
    void send();
    void askForSync();
  }, [names, me]);

  useEffect(() => {
    const wake = () => void (document.visibilityState === 'visible' && send());
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, []);

  useEffect(() => {
    if (state !== 'later') return;
    const timer = setTimeout(() => void send(), pause);
    return () => clearTimeout(timer);
  }, [state, pause]);

  return { state, send: () => void send() };
}

export const SYNC_TAG = 'druse-show';
type SyncingRegistration = ServiceWorkerRegistration & {
  sync?: { register(tag: string): Promise<void> };
};

/**
 * Where browsers can, the worker sends when the network is back, though the page is closed by then.
 */
async function askForSync(): Promise<void> {
  const registration: SyncingRegistration | undefined = await navigator.serviceWorker
    ?.getRegistration(SHOW_SCOPE)
    .catch(() => undefined);
  await registration?.sync?.register(SYNC_TAG).catch(() => {});
}
