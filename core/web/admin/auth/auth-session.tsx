import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Me } from '#core/contract/admin/auth.ts';
import { readHint, subscribeToHint, writeHint } from './auth-hint.ts';
import { meQuery } from './auth-queries.ts';

export const remember = ({ isAuthenticated, userRole }: Me) =>
  writeHint({ isAuthenticated, userRole });

/** Call it once a page. Remembers the answer for the next visit. */
export function useSession(): void {
  const { data: me } = useQuery(meQuery);
  useEffect(() => {
    if (me) remember(me);
  }, [me]);
}

/**
 * Undefined until the server has answered. No useQuery: it hands hydration what has come since, and
 * the answer may come before this part of the page is hydrated.
 */
export function useMe(): Me | undefined {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData(meQuery.queryKey),
    () => undefined,
  );
}

/**
 * By the server's last answer, perhaps of another day: decides what is shown, not what is allowed.
 */
export const useIsAdmin = (): boolean =>
  useSyncExternalStore(
    subscribeToHint,
    () => readHint().userRole === 'admin',
    () => false,
  );

export const ForAdmin = ({ children }: { children: ReactNode }) => useIsAdmin() && children;

/** Asks first if something is lost by it. */
export function useLogout(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => (await import('./logout.ts')).logout({ queryClient, router });
}
