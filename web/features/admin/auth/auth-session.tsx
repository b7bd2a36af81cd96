/** Who is logged in, and how that changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Me } from '#contract/admin/auth.ts';
import { readHint, subscribeToHint, writeHint } from './auth-hint.ts';
import { meQuery } from './auth-queries.ts';

export const remember = ({ isAuthenticated, userRole }: Me) => writeHint({ isAuthenticated, userRole });

/** Asks the server who is logged in, and remembers it for the next visit. Once a page. */
export function useSession(): void {
  const { data: me } = useQuery(meQuery);
  useEffect(() => {
    if (me) remember(me);
  }, [me]);
}

/**
 * Who the server says is logged in; undefined until it has answered. Not a query of its own: those hand hydration what has come since, and
 * the answer may come before the part of the page that asks has been hydrated.
 */
export function useMe(): Me | undefined {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData(meQuery.queryKey),
    () => undefined,
  );
}

/** Whether it is the admin: by what the server said last, which may have been on another day. For what is shown, not for what is allowed. */
export const useIsAdmin = (): boolean =>
  useSyncExternalStore(
    subscribeToHint,
    () => readHint().userRole === 'admin',
    () => false,
  );

/** Shows its children to the admin alone. */
export const ForAdmin = ({ children }: { children: ReactNode }) => useIsAdmin() && children;

/** Logs out, unless the admin stays after all. */
export function useLogout(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => (await import('./logout.ts')).logout({ queryClient, router });
}
