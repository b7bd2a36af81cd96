import type { LoginInput } from '#core/contract/admin/auth.ts';
import { call } from '#ui/lib/api.ts';

/** @throws ApiError `wrong_credentials`, `too_many_requests`, `local_only`. */
export const login = (input: LoginInput) => call('POST /api/auth/login', { body: input });
