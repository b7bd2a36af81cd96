import { queryOptions } from '@tanstack/react-query';
import { accountKey } from '#core/web/admin/account/account-queries.ts';
import type { Assertion, Registration } from '#features/passkeys/contract/passkeys.ts';
import { call } from '#ui/lib/api.ts';

export const passkeysQuery = queryOptions({
  queryKey: [...accountKey, 'passkeys'],
  queryFn: () => call('GET /api/auth/passkeys'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** @throws ApiError `confirmation_required`, `state_conflict`, like the changes below. */
export const passkeyOptions = () => call('POST /api/auth/passkeys/options');
export const addPasskey = (body: { name: string; credential: Registration }) =>
  call('POST /api/auth/passkeys', { body });
export const renamePasskey = (id: number, name: string) =>
  call('PATCH /api/auth/passkeys/:id', { params: { id }, body: { name } });
export const removePasskey = (id: number) =>
  call('DELETE /api/auth/passkeys/:id', { params: { id } });

/** @throws ApiError as `confirmPassword`, like the call below. */
export const confirmationOptions = () => call('POST /api/auth/passkeys/confirm/options');
export const confirmPasskey = (credential: Assertion) =>
  call('POST /api/auth/passkeys/confirm', { body: { credential } });
