/** Who is logged in, and how that changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Me } from '#contract/admin/auth.ts';
import { settingsKey } from '#web/features/admin/settings/settings-queries.ts';
import { makeStore } from '#web/lib/store.ts';
import { readHint, subscribeToHint, writeHint } from './auth-hint.ts';
import { logout, meQuery } from './auth-queries.ts';

/** Whether the login is open over the page. */
export const loginDialog = makeStore(false);
export const openLogin = () => loginDialog.set(true);

const remember = ({ isAuthenticated, userRole }: Me) => writeHint({ isAuthenticated, userRole });

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

/** Takes over who the server says has logged in or out. */
export function useSwitchUser(): (next: Me) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (next) => {
    remember(next);
    // Cached responses must not outlive a login or logout: visitor and admin see different lists.
    const remaining = [settingsKey[0], meQuery.queryKey[0]];
    queryClient.removeQueries({ predicate: ({ queryKey }) => !remaining.some((name) => name === queryKey[0]) });
    queryClient.setQueryData(meQuery.queryKey, next);
    await router.invalidate();
  };
}

export function useLogout(): () => Promise<void> {
  const queryClient = useQueryClient();
  const switchUser = useSwitchUser();
  return async () => {
    if (!(await logout())) return;
    const demoCredentials = queryClient.getQueryData(meQuery.queryKey)?.demoCredentials ?? null;
    await switchUser({ isAuthenticated: false, userRole: 'guest', username: null, demoCredentials });
  };
}
