/** The calls of the login dialog, which come with it. */
import { queryOptions } from '@tanstack/react-query';
import type { LoginInput, Me } from '#contract/admin/auth.ts';
import type { Assertion, PasskeyLogin, RequestOptions } from '#contract/admin/passkeys.ts';
import { call } from '#web/lib/api.ts';

/** Throws ApiError: `wrong_credentials`, `too_many_requests`, `local_only`. */
export const login = (input: LoginInput) => call<Me>('/api/auth/login', { method: 'POST', body: input });

/** Whether a passkey could log in here; fetched again on every mount. */
export const passkeyLoginQuery = queryOptions({
  queryKey: ['passkey-login'],
  queryFn: async () => (await call<PasskeyLogin>('/api/auth/passkeys/login')).isPossible,
  staleTime: 0,
  refetchOnMount: 'always',
});

export const passkeyLoginOptions = () => call<RequestOptions>('/api/auth/passkeys/login/options', { method: 'POST' });

/** Throws ApiError as `login`. */
export const loginWithPasskey = (credential: Assertion) => call<Me>('/api/auth/passkeys/login', { method: 'POST', body: { credential } });
