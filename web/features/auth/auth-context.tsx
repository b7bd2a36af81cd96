import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Me } from '#contract/auth.ts';
import { settingsKey } from '#web/features/settings/settings-queries.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { guest, readHint, subscribeToHint, writeHint } from './auth-hint.ts';
import { logout as callLogout, meQuery } from './auth-queries.ts';

type Auth = {
  isAdmin: boolean;
  /** Whether the server has answered; until then `isAdmin` is only the hint from the last visit. */
  isKnown: boolean;
  demoCredentials: Me['demoCredentials'];
  isLoginOpen: boolean;
  setLoginOpen: (open: boolean) => void;
  /** Takes over who the server says has logged in. */
  setMe: (me: Me) => Promise<void>;
  logout: () => Promise<void>;
};

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const isHydrated = useHydrated();
  const hint = useSyncExternalStore(subscribeToHint, readHint, () => guest);
  const { data: me } = useQuery({ ...meQuery, enabled: isHydrated });
  const [isLoginOpen, setLoginOpen] = useState(false);

  useEffect(() => {
    if (me) writeHint({ isAuthenticated: me.isAuthenticated, userRole: me.userRole });
  }, [me]);

  // Cached responses must not outlive a login or logout: visitor and admin see different lists.
  const switchTo = useCallback(
    async (next: Me) => {
      writeHint({ isAuthenticated: next.isAuthenticated, userRole: next.userRole });
      const settings = queryClient.getQueryData(settingsKey);
      queryClient.clear();
      queryClient.setQueryData(settingsKey, settings);
      queryClient.setQueryData(meQuery.queryKey, next);
      await router.invalidate();
    },
    [queryClient, router],
  );

  const auth = useMemo<Auth>(
    () => ({
      isAdmin: me ? me.userRole === 'admin' : hint.userRole === 'admin',
      isKnown: me !== undefined,
      demoCredentials: me?.demoCredentials ?? null,
      isLoginOpen,
      setLoginOpen,
      setMe: switchTo,
      logout: async () => {
        await callLogout();
        await switchTo({ isAuthenticated: false, userRole: 'guest', username: null, demoCredentials: me?.demoCredentials ?? null });
      },
    }),
    [me, hint, isLoginOpen, switchTo],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
