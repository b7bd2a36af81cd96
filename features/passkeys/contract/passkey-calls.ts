import { me } from '#core/contract/admin/auth.ts';
import type { CallTable } from '#core/contract/calls.ts';
import {
  newPasskey,
  passkey,
  passkeyLogin,
  passkeyName,
  passkeys,
  passkeyUse,
  registrationOptions,
  requestOptions,
} from './passkeys.ts';

/** As for a login by password. */
const limits = { limit: 30, waits: false } as const;
const change = { ...limits, confirmed: 'always' } as const;

export const passkeyCalls = {
  'GET /api/auth/passkeys/login': {
    about: 'whether a passkey can log in here',
    who: 'all',
    response: passkeyLogin,
  },
  'POST /api/auth/passkeys/login/options': {
    about: 'what a passkey signs to log in',
    who: 'all',
    ...limits,
    response: requestOptions,
  },
  'POST /api/auth/passkeys/login': {
    about: 'who logged in with a passkey, and the session’s cookie',
    who: 'all',
    ...limits,
    body: passkeyUse,
    response: me,
  },
  'POST /api/auth/passkeys/confirm/options': {
    about: 'what a passkey signs to confirm',
    ...limits,
    response: requestOptions,
  },
  'POST /api/auth/passkeys/confirm': {
    about: '204; confirms with a passkey instead of the password, good for ten minutes',
    ...limits,
    body: passkeyUse,
  },
  'GET /api/auth/passkeys': {
    about: 'the admin’s passkeys, and why they can’t work here, if so',
    response: passkeys,
  },
  'POST /api/auth/passkeys/options': {
    about: 'what a new passkey is made from',
    ...change,
    response: registrationOptions,
  },
  'POST /api/auth/passkeys': {
    about: '201 with the new passkey',
    ...change,
    body: newPasskey,
    response: passkey,
    status: 201,
  },
  'PATCH /api/auth/passkeys/:id': {
    about: 'the passkey with its new name',
    ...change,
    body: passkeyName,
    response: passkey,
  },
  'DELETE /api/auth/passkeys/:id': { about: '204; removes a passkey', ...change },
} as const satisfies CallTable;

type PasskeyCalls = typeof passkeyCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends PasskeyCalls {}
}
