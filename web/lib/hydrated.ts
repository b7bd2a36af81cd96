import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server's page is being taken over, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
