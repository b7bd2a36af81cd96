import { queryOptions } from '@tanstack/react-query';
import type { Activity, SessionEntry } from '#contract/admin/auth.ts';
import type { Assertion, Passkey, Passkeys, Registration, RegistrationOptions, RequestOptions } from '#contract/admin/passkeys.ts';
import { call, send } from '#web/lib/api.ts';

/** Ends the admin's other sessions. Throws ApiError: `wrong_credentials` for the current password, `invalid_input` for the new one. */
export const changePassword = (passwords: { currentPassword: string; newPassword: string; remainingPasskeys?: number[] }) =>
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

/** The admin's passkeys, and whether there can be any here; fetched again on every mount. */
export const passkeysQuery = queryOptions({
  queryKey: [...accountKey, 'passkeys'],
  queryFn: () => call<Passkeys>('/api/auth/passkeys'),
  staleTime: 0,
  refetchOnMount: 'always',
});

const passkeyPath = '/api/auth/passkeys';

/** What a new passkey is made from. This and the changes throw ApiError: `confirmation_required`, `state_conflict`. */
export const passkeyOptions = () => call<RegistrationOptions>(`${passkeyPath}/options`, { method: 'POST' });
export const addPasskey = (body: { name: string; credential: Registration }) => call<Passkey>(passkeyPath, { method: 'POST', body });
export const renamePasskey = (id: number, name: string) => send(`${passkeyPath}/${id}`, { method: 'PATCH', body: { name } });
export const removePasskey = (id: number) => send(`${passkeyPath}/${id}`, { method: 'DELETE' });

/** Proves again with a passkey who is there: what it signs, and that. Throws ApiError as `confirmPassword`. */
export const confirmationOptions = () => call<RequestOptions>(`${passkeyPath}/confirm/options`, { method: 'POST' });
export const confirmPasskey = (credential: Assertion) => send(`${passkeyPath}/confirm`, { method: 'POST', body: { credential } });

/** Proves again who is there, for ten minutes. Throws ApiError: `wrong_credentials`, `too_many_requests`. */
export const confirmPassword = (password: string) => send('/api/auth/confirm', { method: 'POST', body: { password } });
