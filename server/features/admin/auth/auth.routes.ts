import { z } from 'zod';
import { activities, confirmation, loginInput, me, passwordChange, sessionId, sessions } from '#contract/admin/auth.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { type AccountMailer, recentActivity } from './activity.service.ts';
import { changePassword, login, logout, MAX_SESSION_SECONDS, meOf, requireAdmin, SESSION_COOKIE } from './auth.service.ts';
import { refuseFlood } from './login-networks.service.ts';
import { confirm, endOtherSessions, endSession, listSessions } from './sessions.service.ts';

const nothing = z.null();

export function authRoutes(app: App, ctx: Context, mailAdmin: AccountMailer): void {
  app.post(
    '/api/auth/login',
    {
      onRequest: refuseFlood(ctx, 'password'),
      config: { rateLimit: perMinute(30), isAdmitted: false },
      schema: { body: loginInput, response: { 200: me } },
    },
    async (request, reply) => {
      const { token, me } = await login(ctx, request.body, request, mailAdmin);
      reply.setToken(SESSION_COOKIE, token, MAX_SESSION_SECONDS);
      return me;
    },
  );

  app.post('/api/auth/logout', { config: { isAdmitted: true }, schema: { response: { 204: nothing } } }, async (request, reply) => {
    await logout(ctx, request);
    reply.clearToken(SESSION_COOKIE);
    return reply.code(204).send(null);
  });

  // Every page of the admin asks this first.
  app.get('/api/auth/me', { schema: { response: { 200: me } } }, async (request, reply) => {
    const response = await meOf(ctx, request);
    if (response.isAuthenticated) reply.renewToken(SESSION_COOKIE, MAX_SESSION_SECONDS);
    return response;
  });

  const onRequest = requireAdmin(ctx);

  app.post(
    '/api/auth/confirm',
    { onRequest, config: { rateLimit: perMinute(30) }, schema: { body: confirmation, response: { 204: nothing } } },
    async (request, reply) => {
      await confirm(ctx, request.body.password, request);
      return reply.code(204).send(null);
    },
  );

  app.get('/api/auth/sessions', { onRequest, schema: { response: { 200: sessions } } }, (request) => listSessions(ctx, request));

  app.delete('/api/auth/sessions', { onRequest, schema: { response: { 204: nothing } } }, async (request, reply) => {
    await endOtherSessions(ctx, request);
    return reply.code(204).send(null);
  });

  app.delete(
    '/api/auth/sessions/:id',
    { onRequest, schema: { params: z.object({ id: sessionId }), response: { 204: nothing } } },
    async (request, reply) => {
      await endSession(ctx, request.params.id, request);
      return reply.code(204).send(null);
    },
  );

  app.get('/api/auth/activity', { onRequest, schema: { response: { 200: activities } } }, () => recentActivity(ctx.db));

  app.post(
    '/api/auth/password',
    { onRequest, config: { rateLimit: perMinute(30) }, schema: { body: passwordChange, response: { 204: nothing } } },
    async (request, reply) => {
      await changePassword(ctx, request.body, request, mailAdmin);
      return reply.code(204).send(null);
    },
  );
}
