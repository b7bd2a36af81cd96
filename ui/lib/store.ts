import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  /** Renders again when the value changes; the server and hydration see the first one. */
  use: () => T;
};

/**
 * One value of the whole page, outside React's tree: a change renders only who uses it, where a
 * context's change would hydrate all that is beneath it at once. Why:
 * `docs/decisions/0059-hydration-without-redrawing.md`.
 */
export function makeStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => first),
  };
}
