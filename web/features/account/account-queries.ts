import { call, send } from '#web/lib/api.ts';

/** Ends the admin's other sessions. Throws ApiError: `wrong_credentials` for the current password, `invalid_input` for the new one. */
export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  send('/api/auth/password', { method: 'POST', body: passwords });

/** Asks the server whether the session is still valid. */
export const isLoggedIn = async (): Promise<boolean> => (await call<{ isAuthenticated: boolean }>('/api/auth/me')).isAuthenticated;
