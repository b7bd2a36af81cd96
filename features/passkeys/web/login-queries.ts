/** Comes with the login dialog. */
import { queryOptions } from '@tanstack/react-query';
import type { Assertion } from '#features/passkeys/contract/passkeys.ts';
import { call } from '#ui/lib/api.ts';

export const passkeyLoginQuery = queryOptions({
  queryKey: ['passkey-login'],
  queryFn: async () => (await call('GET /api/auth/passkeys/login')).isPossible,
  staleTime: 0,
  refetchOnMount: 'always',
});

export const passkeyLoginOptions = () => call('POST /api/auth/passkeys/login/options');

/** @throws ApiError `wrong_credentials`, `too_many_requests`, `local_only`. */
export const loginWithPasskey = (credential: Assertion) =>
  call('POST /api/auth/passkeys/login', { body: { credential } });
