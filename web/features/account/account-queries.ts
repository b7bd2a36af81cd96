import { queryOptions } from '@tanstack/react-query';
import type { Activity } from '#contract/auth.ts';
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
