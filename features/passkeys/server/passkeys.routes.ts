import { MAX_SESSION_SECONDS, SESSION_COOKIE } from '#core/server/admin/auth/auth.service.ts';
import { refuseFlood } from '#core/server/admin/auth/login-networks.service.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { passkeyCalls } from '#features/passkeys/contract/passkey-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { CHALLENGE_MS, CHALLENGES } from './passkey-challenges.service.ts';
import {
  beginConfirmation,
  beginPasskeyLogin,
  confirmWithPasskey,
  loginWithPasskey,
  PASSKEY_COOKIE,
} from './passkey-login.service.ts';
import {
  addPasskey,
  beginPasskey,
  changePasskeyName,
  isPasskeyLoginPossible,
  listPasskeys,
  PASSKEYS,
  removePasskey,
} from './passkeys.service.ts';

export function passkeyRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, passkeyCalls, {
    'GET /api/auth/passkeys/login': async (request) => ({
      isPossible: await isPasskeyLoginPossible(ctx, request),
    }),
    'POST /api/auth/passkeys/login/options': {
      onRequest: refuseFlood(ctx, CHALLENGES),
      handle: async (request, reply) => {
        const { token, options } = await beginPasskeyLogin(ctx, request);
        reply.setToken(PASSKEY_COOKIE, token, CHALLENGE_MS / 1000);
        return options;
      },
    },
    'POST /api/auth/passkeys/login': {
      onRequest: refuseFlood(ctx, PASSKEYS.proof),
      handle: async (request, reply) => {
        const { credential } = request.body;
        const { token, me } = await loginWithPasskey(ctx, credential, request);
        reply.clearToken(PASSKEY_COOKIE);
        reply.setToken(SESSION_COOKIE, token, MAX_SESSION_SECONDS);
        return me;
      },
    },
    'POST /api/auth/passkeys/confirm/options': (request) => beginConfirmation(ctx, request),
    'POST /api/auth/passkeys/confirm': (request) =>
      confirmWithPasskey(ctx, request.body.credential, request),
    'GET /api/auth/passkeys': (request) => listPasskeys(ctx, request),
    'POST /api/auth/passkeys/options': (request) => beginPasskey(ctx, request),
    'POST /api/auth/passkeys': (request) => addPasskey(ctx, request.body, request),
    'PATCH /api/auth/passkeys/:id': (request) =>
      changePasskeyName(ctx, request.params.id, request.body.name, request),
    'DELETE /api/auth/passkeys/:id': (request) => removePasskey(ctx, request.params.id, request),
  });
}
