import type { CallTable } from '#core/contract/calls.ts';
import {
  activities,
  confirmation,
  loginInput,
  me,
  passwordChange,
  sessionId,
  sessions,
} from './auth.ts';

// Logins have their own limits: a flood of visitors does not keep the admin out.
export const authCalls = {
  'POST /api/auth/login': {
    about: 'who is logged in, and the session’s cookie',
    who: 'all',
    limit: 30,
    waits: false,
    body: loginInput,
    response: me,
  },
  'POST /api/auth/logout': { about: '204', who: 'all', waits: true },
  'GET /api/auth/me': {
    about:
      'who is logged in; on the shop’s own machine, also the demo’s credentials while they work',
    who: 'all',
    response: me,
  },
  'POST /api/auth/confirm': {
    about: '204; confirms with the password, good for ten minutes',
    limit: 30,
    body: confirmation,
  },
  'GET /api/auth/sessions': { about: 'where the admin is logged in', response: sessions },
  'DELETE /api/auth/sessions': { about: '204; ends all other sessions' },
  'DELETE /api/auth/sessions/:id': {
    about: '204; ends one session',
    params: { id: sessionId },
  },
  'GET /api/auth/activity': {
    about: 'logins, changes to the login, exports, backups and use of buyers’ data, newest first',
    response: activities,
  },
  'POST /api/auth/password': {
    about:
      '204; changes the password, ends all other sessions, and removes the passkeys that `remainingPasskeys` leaves out; 400 if the password is easy to guess',
    limit: 30,
    body: passwordChange,
  },
} as const satisfies CallTable;

type AuthCalls = typeof authCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends AuthCalls {}
}
