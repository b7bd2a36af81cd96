import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LoginInput, Me } from '#contract/auth.ts';
import { settingsKey } from '#web/features/settings/settings-queries.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { guest, readHint, subscribeToHint, writeHint } from './auth-hint.ts';
import { login as callLogin, logout as callLogout, meQuery } from './auth-queries.ts';

type Auth = {
  isAdmin: boolean;
  /** The server has answered; until then `isAdmin` is a guess from last time. */
  isKnown: boolean;
  demoCredentials: Me['demoCredentials'];
  isLoginOpen: boolean;
  setLoginOpen: (open: boolean) => void;
  /** Throws ApiError for wrong credentials. */
  login: (input: LoginInput) => Promise<void>;
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

  // What the other side of the door saw must not stay: lists differ for visitor and admin.
  const startAnew = useCallback(
    async (now: Me) => {
      writeHint({ isAuthenticated: now.isAuthenticated, userRole: now.userRole });
      const settings = queryClient.getQueryData(settingsKey);
      queryClient.clear();
      queryClient.setQueryData(settingsKey, settings);
      queryClient.setQueryData(meQuery.queryKey, now);
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
      login: async (input) => startAnew(await callLogin(input)),
      logout: async () => {
        await callLogout();
        await startAnew({ isAuthenticated: false, userRole: 'guest', username: null, demoCredentials: me?.demoCredentials ?? null });
      },
    }),
    [me, hint, isLoginOpen, startAnew],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
