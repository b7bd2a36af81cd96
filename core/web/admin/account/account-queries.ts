import { queryOptions } from '@tanstack/react-query';
import type { Given } from '#core/contract/calls.ts';
import { call } from '#ui/lib/api.ts';

/**
 * Ends the admin's other sessions.
 * @throws ApiError `wrong_credentials` for the current password, `invalid_input` for the new one.
 */
export const changePassword = (passwords: Given<'POST /api/auth/password'>['body']) =>
  call('POST /api/auth/password', { body: passwords });

export const isLoggedIn = async (): Promise<boolean> =>
  (await call('GET /api/auth/me')).isAuthenticated;

/** Begins the keys of the account's queries. */
export const accountKey = ['account'] as const;

export const activityQuery = queryOptions({
  queryKey: [...accountKey, 'activity'],
  queryFn: () => call('GET /api/auth/activity'),
  staleTime: 0,
  refetchOnMount: 'always',
});

export const sessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: () => call('GET /api/auth/sessions'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** @param id null: all but this one. */
export const endSessions = (id: string | null) =>
  id === null
    ? call('DELETE /api/auth/sessions')
    : call('DELETE /api/auth/sessions/:id', { params: { id } });

/**
 * Valid for ten minutes.
 * @throws ApiError `wrong_credentials`, `too_many_requests`.
 */
export const confirmPassword = (password: string) =>
  call('POST /api/auth/confirm', { body: { password } });
