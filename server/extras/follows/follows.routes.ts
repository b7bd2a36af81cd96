import { z } from 'zod';
import { FOLLOW_KEY_HEADER, followLink } from '#contract/extras/follows/follow-rules.ts';
import { follow, followable, followedLists as followedListsResponse, newFollow } from '#contract/extras/follows/follows.ts';
import { idParam, text } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ipAddressOf } from '#server/platform/http/ip-address.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { oneClickRoute } from '#server/platform/http/one-click.ts';
import { askToFollow, confirmFollow, endFollow, followedLists, readFollow, readFollowable } from './follows.service.ts';

const params = z.object({ id: idParam });
const headers = z.looseObject({ [FOLLOW_KEY_HEADER]: text(200).default('') });
const nothing = z.null();

/** A visitor's want lists, and how many follow which list. */
export function followRoutes(app: App, ctx: Context): void {
  const config = { rateLimit: perMinute(30) };

  const asked = { config, schema: { querystring: z.strictObject({ query: text(2_000).default('') }), response: { 200: followable } } };
  app.get('/api/followable', asked, (request) => readFollowable(ctx, request.query.query));

  app.post('/api/follows', { config, schema: { body: newFollow, response: { 204: nothing } } }, async (request, reply) => {
    await askToFollow(ctx, request.body, ipAddressOf(request));
    return reply.code(204).send(null);
  });

  const keyOf = (request: { params: { id: number }; headers: { [FOLLOW_KEY_HEADER]: string } }) => ({
    id: request.params.id,
    key: request.headers[FOLLOW_KEY_HEADER],
  });
  const byLink = { config, schema: { params, headers, response: { 200: follow } } };
  app.get('/api/follows/:id', byLink, (request) => readFollow(ctx, keyOf(request)));
  app.post('/api/follows/:id/confirmation', byLink, (request) => confirmFollow(ctx, keyOf(request)));
  app.delete('/api/follows/:id', { config, schema: { params, headers, response: { 204: nothing } } }, async (request, reply) => {
    await endFollow(ctx, keyOf(request));
    return reply.code(204).send(null);
  });

  oneClickRoute(
    app,
    '/api/follows',
    (link) => endFollow(ctx, link),
    ({ id, key }) => followLink(id, key),
  );

  app.get('/api/manage/follows', { onRequest: requireAdmin(ctx), schema: { response: { 200: followedListsResponse } } }, () =>
    followedLists(ctx),
  );
}
