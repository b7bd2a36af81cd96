import { authCalls } from '#core/contract/admin/auth-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { type AccountMailer, recentActivity } from './activity.service.ts';
import {
  changePassword,
  login,
  logout,
  MAX_SESSION_SECONDS,
  meOf,
  SESSION_COOKIE,
} from './auth.service.ts';
import { refuseFlood } from './login-networks.service.ts';
import { confirm, endOtherSessions, endSession, listSessions } from './sessions.service.ts';

export function authRoutes(app: App, ctx: Context, mailAdmin: AccountMailer): void {
  addCalls(app, ctx, authCalls, {
    'POST /api/auth/login': {
      onRequest: refuseFlood(ctx, 'password'),
      handle: async (request, reply) => {
        const { token, me } = await login(ctx, request.body, request, mailAdmin);
        reply.setToken(SESSION_COOKIE, token, MAX_SESSION_SECONDS);
        return me;
      },
    },
    'POST /api/auth/logout': async (request, reply) => {
      await logout(ctx, request);
      reply.clearToken(SESSION_COOKIE);
    },
    // Every page of the admin asks this first.
    'GET /api/auth/me': async (request, reply) => {
      const response = await meOf(ctx, request);
      if (response.isAuthenticated) reply.renewToken(SESSION_COOKIE, MAX_SESSION_SECONDS);
      return response;
    },
    'POST /api/auth/confirm': (request) => confirm(ctx, request.body.password, request),
    'GET /api/auth/sessions': (request) => listSessions(ctx, request),
    'DELETE /api/auth/sessions': (request) => endOtherSessions(ctx, request),
    'DELETE /api/auth/sessions/:id': (request) => endSession(ctx, request.params.id, request),
    'GET /api/auth/activity': () => recentActivity(ctx.db),
    'POST /api/auth/password': (request) => changePassword(ctx, request.body, request, mailAdmin),
  });
}
