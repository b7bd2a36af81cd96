import { z } from 'zod';
import { activities, loginInput, me, passwordChange } from '#contract/auth.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { recentActivity } from './activity.service.ts';
import { changePassword, login, logout, meOf, requireAdmin, SESSION_COOKIE } from './auth.service.ts';

/** Outlives any session: the server ends one after 14 days without use. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const nothing = z.null();

export function authRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/login',
    { config: { rateLimit: perMinute(30) }, schema: { body: loginInput, response: { 200: me } } },
    async (request, reply) => {
      const { token, me } = await login(ctx, request.body, request);
      reply.setToken(SESSION_COOKIE, token, MAX_AGE_SECONDS);
      return me;
    },
  );

  app.post('/api/auth/logout', { schema: { response: { 204: nothing } } }, async (request, reply) => {
    await logout(ctx, request);
    reply.clearToken(SESSION_COOKIE);
    return reply.code(204).send(null);
  });

  // Every page of the admin asks this first.
  app.get('/api/auth/me', { schema: { response: { 200: me } } }, async (request, reply) => {
    const response = await meOf(ctx, request);
    if (response.isAuthenticated) reply.renewToken(SESSION_COOKIE, MAX_AGE_SECONDS);
    return response;
  });

  app.get('/api/auth/activity', { onRequest: requireAdmin(ctx), schema: { response: { 200: activities } } }, () => recentActivity(ctx.db));

  app.post(
    '/api/auth/password',
    { onRequest: requireAdmin(ctx), config: { rateLimit: perMinute(30) }, schema: { body: passwordChange, response: { 204: nothing } } },
    async (request, reply) => {
      await changePassword(ctx, request.body, request);
      return reply.code(204).send(null);
    },
  );
}
