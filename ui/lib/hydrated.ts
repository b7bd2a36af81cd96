import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until hydration has finished, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
