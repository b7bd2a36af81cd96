import { readStored, writeStored } from './storage.ts';

export type Stored<T> = {
  /** The same object until it changes. */
  read: () => T;
  /**
   * Another tab may have written since: what is stored counts, not what this one remembers.
   * @returns whether it could be stored; else it lasts as long as the page.
   */
  change: (to: (now: T) => T) => boolean;
  /** Hears changes made here and, through the storage event, in other tabs. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * One value in local storage, the same in all tabs.
 * @param parse reads whatever is stored.
 */
export function makeStored<T extends object>(
  key: string,
  parse: (text: string | null) => T,
): Stored<T> {
  let value: T | null = null;
  const listeners = new Set<() => void>();
  const stored = () => parse(readStored('localStorage', key));
  const tell = () => {
    for (const listener of listeners) listener();
  };
  if (!import.meta.env.SSR)
    addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return;
      value = null;
      tell();
    });
  return {
    read() {
      value ??= stored();
      return value;
    },
    change(to) {
      value = to(stored());
      const isStored = writeStored('localStorage', key, JSON.stringify(value));
      tell();
      return isStored;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

// A page that comes back as it was left has not heard what other tabs stored meanwhile: no key says
// that anything may be new.
if (!import.meta.env.SSR)
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && dispatchEvent(new StorageEvent('storage')),
  );

/**
 * Calls `load` where there is something under the key, now or once another tab has stored
 * something.
 */
export function onceStored(key: string, load: () => void): void {
  if (import.meta.env.SSR) return;
  if (readStored('localStorage', key)) load();
  else addEventListener('storage', load, { once: true });
}
