import { z } from 'zod';
import { me } from '#contract/admin/auth.ts';
import {
  newPasskey,
  passkey,
  passkeyLogin,
  passkeyName,
  passkeys,
  passkeyUse,
  registrationOptions,
  requestOptions,
} from '#contract/admin/passkeys.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import type { AccountMailer } from './activity.service.ts';
import { MAX_SESSION_SECONDS, requireAdmin, SESSION_COOKIE } from './auth.service.ts';
import { refuseFlood } from './login-networks.service.ts';
import { CHALLENGE_MS } from './passkey-challenges.service.ts';
import { beginConfirmation, beginPasskeyLogin, confirmWithPasskey, loginWithPasskey, PASSKEY_COOKIE } from './passkey-login.service.ts';
import { addPasskey, beginPasskey, changePasskeyName, isPasskeyLoginPossible, listPasskeys, removePasskey } from './passkeys.service.ts';

const nothing = z.null();
const byId = z.object({ id: idParam });

export function passkeyRoutes(app: App, ctx: Context, mailAdmin: AccountMailer): void {
  // Logins have limits of their own; a flood of visitors does not keep the admin out.
  const config = { rateLimit: perMinute(30), isAdmitted: false };
  const forAdmin = { onRequest: requireAdmin(ctx), config };
  const confirmed = { config: { ...config, secondProof: 'always' } } as const;

  app.get('/api/auth/passkeys/login', { schema: { response: { 200: passkeyLogin } } }, async (request) => ({
    isPossible: await isPasskeyLoginPossible(ctx, request),
  }));

  app.post(
    '/api/auth/passkeys/login/options',
    { onRequest: refuseFlood(ctx, 'challenge'), config, schema: { response: { 200: requestOptions } } },
    async (request, reply) => {
      const { token, options } = await beginPasskeyLogin(ctx, request);
      reply.setToken(PASSKEY_COOKIE, token, CHALLENGE_MS / 1000);
      return options;
    },
  );

  app.post(
    '/api/auth/passkeys/login',
    { onRequest: refuseFlood(ctx, 'passkey'), config, schema: { body: passkeyUse, response: { 200: me } } },
    async (request, reply) => {
      const { token, me } = await loginWithPasskey(ctx, request.body.credential, request, mailAdmin);
      reply.clearToken(PASSKEY_COOKIE);
      reply.setToken(SESSION_COOKIE, token, MAX_SESSION_SECONDS);
      return me;
    },
  );

  app.post('/api/auth/passkeys/confirm/options', { ...forAdmin, schema: { response: { 200: requestOptions } } }, (request) =>
    beginConfirmation(ctx, request),
  );

  app.post(
    '/api/auth/passkeys/confirm',
    { ...forAdmin, schema: { body: passkeyUse, response: { 204: nothing } } },
    async (request, reply) => {
      await confirmWithPasskey(ctx, request.body.credential, request);
      return reply.code(204).send(null);
    },
  );

  app.get('/api/auth/passkeys', { onRequest: requireAdmin(ctx), schema: { response: { 200: passkeys } } }, (request) =>
    listPasskeys(ctx, request),
  );

  app.post('/api/auth/passkeys/options', { ...confirmed, schema: { response: { 200: registrationOptions } } }, (request) =>
    beginPasskey(ctx, request),
  );

  app.post('/api/auth/passkeys', { ...confirmed, schema: { body: newPasskey, response: { 201: passkey } } }, async (request, reply) =>
    reply.code(201).send(await addPasskey(ctx, request.body, request, mailAdmin)),
  );

  app.patch(
    '/api/auth/passkeys/:id',
    { ...confirmed, schema: { params: byId, body: passkeyName, response: { 200: passkey } } },
    (request) => changePasskeyName(ctx, request.params.id, request.body.name, request),
  );

  app.delete('/api/auth/passkeys/:id', { ...confirmed, schema: { params: byId, response: { 204: nothing } } }, async (request, reply) => {
    await removePasskey(ctx, request.params.id, request, mailAdmin);
    return reply.code(204).send(null);
  });
}
