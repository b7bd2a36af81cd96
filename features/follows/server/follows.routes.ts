import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { FOLLOW_KEY_HEADER, followLink } from '#features/follows/contract/follow-rules.ts';
import { followCalls } from '#features/follows/contract/follows-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { ipAddressOf } from '#platform/http/ip-address.ts';
import { oneClickRoute } from '#platform/http/one-click.ts';
import {
  askToFollow,
  confirmFollow,
  endFollow,
  followedLists,
  readFollow,
  readFollowable,
} from './follows.service.ts';

export function followRoutes(app: App, ctx: Context): void {
  const keyOf = (request: {
    params: { id: number };
    headers: { [FOLLOW_KEY_HEADER]: string };
  }) => ({
    id: request.params.id,
    key: request.headers[FOLLOW_KEY_HEADER],
  });

  addCalls(app, ctx, followCalls, {
    'GET /api/followable': ({ query: { query } }) => readFollowable(ctx, query),
    'POST /api/follows': (request) => askToFollow(ctx, request.body, ipAddressOf(request)),
    'GET /api/follows/:id': (request) => readFollow(ctx, keyOf(request)),
    'POST /api/follows/:id/confirmation': (request) => confirmFollow(ctx, keyOf(request)),
    'DELETE /api/follows/:id': (request) => endFollow(ctx, keyOf(request)),
    'GET /api/manage/follows': () => followedLists(ctx),
  });

  oneClickRoute(
    app,
    '/api/follows',
    (link) => endFollow(ctx, link),
    ({ id, key }) => followLink(id, key),
  );
}
