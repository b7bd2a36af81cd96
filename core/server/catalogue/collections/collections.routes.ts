import { collectionCalls } from '#core/contract/catalogue/collection-calls.ts';
import { collection } from '#core/contract/catalogue/collections.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { getCollection, listCollections } from './collections.service.ts';
import {
  addCollection,
  arrangePieces,
  collectionsOf,
  editCollection,
  manageCollections,
  orderCollections,
  readPieces,
  removeCollection,
  setContained,
} from './managing.service.ts';

const cards = collectionCalls['GET /api/collections'].response;

export function collectionRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  addCalls(app, ctx, collectionCalls, {
    'GET /api/collections': (request, reply) => {
      if (!anonymous.isAnonymous(request)) return listCollections(ctx, new Set());
      const page = { cacheKey: '/api/collections', schema: cards };
      return anonymous.send(request, reply, page, async (tags) => ({
        value: await listCollections(ctx, tags),
      }));
    },
    'GET /api/collections/:slug': (request, reply) => {
      const { slug } = request.params;
      const { cursor } = request.query;
      if (!anonymous.isAnonymous(request)) return getCollection(ctx, slug, cursor, new Set());
      const cacheKey = `/api/collections/${slug}${cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`}`;
      return anonymous.send(request, reply, { cacheKey, schema: collection }, async (tags) => ({
        value: await getCollection(ctx, slug, cursor, tags),
      }));
    },
    'GET /api/manage/collections': () => manageCollections(ctx),
    'POST /api/manage/collections': ({ body }) => addCollection(ctx, body),
    'PUT /api/manage/collections': ({ body: { ids } }) => orderCollections(ctx, ids),
    'PUT /api/manage/collections/:id': ({ params: { id }, body, headers }) =>
      editCollection(ctx, id, body, headers['if-match']),
    'DELETE /api/manage/collections/:id': ({ params: { id } }) => removeCollection(ctx, id),
    'GET /api/manage/collections/:id/specimens': ({ params: { id } }) => readPieces(ctx, id),
    'PUT /api/manage/collections/:id/specimens': ({ params: { id }, body: { ids }, headers }) =>
      arrangePieces(ctx, id, ids, headers['if-match']),
    'PUT /api/manage/collections/:id/specimens/:specimen': ({ params: { id, specimen } }) =>
      setContained(ctx, id, specimen, true),
    'DELETE /api/manage/collections/:id/specimens/:specimen': ({ params: { id, specimen } }) =>
      setContained(ctx, id, specimen, false),
    'GET /api/manage/specimens/:id/collections': ({ params: { id } }) => collectionsOf(ctx, id),
  });
}
