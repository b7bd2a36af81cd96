import { queryOptions } from '@tanstack/react-query';
import type { Activity, SessionEntry } from '#contract/auth.ts';
import { call, send } from '#web/lib/api.ts';

/** Ends the admin's other sessions. Throws ApiError: `wrong_credentials` for the current password, `invalid_input` for the new one. */
export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  send('/api/auth/password', { method: 'POST', body: passwords });

/** Asks the server whether the session is still valid. */
export const isLoggedIn = async (): Promise<boolean> => (await call<{ isAuthenticated: boolean }>('/api/auth/me')).isAuthenticated;

/** Begins the key of every query about the account. */
export const accountKey = ['account'] as const;

/** What happened to the account; fetched again on every mount. */
export const activityQuery = queryOptions({
  queryKey: [...accountKey, 'activity'],
  queryFn: () => call<Activity[]>('/api/auth/activity'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** Where the admin is logged in; fetched again on every mount. */
export const sessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: () => call<SessionEntry[]>('/api/auth/sessions'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** Ends one session, or all but this one. */
export const endSessions = (id: string | null) => send(`/api/auth/sessions${id === null ? '' : `/${id}`}`, { method: 'DELETE' });

/** Proves again who is there, for ten minutes. Throws ApiError: `wrong_credentials`, `too_many_requests`. */
export const confirmPassword = (password: string) => send('/api/auth/confirm', { method: 'POST', body: { password } });
