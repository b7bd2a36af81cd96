import { z } from 'zod';
import { COLLECTION_SLUG } from '#contract/catalogue/collection-rules.ts';
import {
  collection,
  collectionCard,
  collectionInput,
  collectionOrder,
  collectionPieces,
  managedCollection,
  managedCollections,
  managedPieces,
  specimenCollections,
} from '#contract/catalogue/collections.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
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

const cards = z.array(collectionCard);
const nothing = z.null();
const params = z.object({ id: idParam });

/** The collections, the same for everybody, and the admin's work on them. */
export function collectionRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  app.get('/api/collections', { schema: { response: { 200: cards } } }, async (request, reply) => {
    if (!anonymous.isAnonymous(request)) return listCollections(ctx, new Set());
    return anonymous.send(request, reply, { cacheKey: '/api/collections', schema: cards }, async (tags) => ({
      value: await listCollections(ctx, tags),
    }));
  });

  const bySlug = z.object({ slug: z.string().regex(COLLECTION_SLUG) });
  const querystring = z.strictObject({ cursor: z.string().max(200).optional() });
  app.get('/api/collections/:slug', { schema: { params: bySlug, querystring, response: { 200: collection } } }, async (request, reply) => {
    const { slug } = request.params;
    const { cursor } = request.query;
    if (!anonymous.isAnonymous(request)) return getCollection(ctx, slug, cursor, new Set());
    const cacheKey = `/api/collections/${slug}${cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`}`;
    return anonymous.send(request, reply, { cacheKey, schema: collection }, async (tags) => ({
      value: await getCollection(ctx, slug, cursor, tags),
    }));
  });

  managingRoutes(app, ctx);
}

function managingRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/collections', { onRequest, schema: { response: { 200: managedCollections } } }, () => manageCollections(ctx));

  const created = { onRequest, schema: { body: collectionInput, response: { 201: managedCollection } } };
  app.post('/api/manage/collections', created, async (request, reply) => {
    const added = await addCollection(ctx, request.body);
    reply.code(201);
    return added;
  });

  app.put('/api/manage/collections', { onRequest, schema: { body: collectionOrder, response: { 200: managedCollections } } }, (request) =>
    orderCollections(ctx, request.body.ids),
  );

  const headers = ifMatchHeader;
  const edited = { onRequest, schema: { params, headers, body: collectionInput, response: { 200: managedCollection } } };
  app.put('/api/manage/collections/:id', edited, (request) =>
    editCollection(ctx, request.params.id, request.body, request.headers['if-match']),
  );

  app.delete('/api/manage/collections/:id', { onRequest, schema: { params, response: { 204: nothing } } }, async (request, reply) => {
    await removeCollection(ctx, request.params.id);
    return reply.code(204).send(null);
  });

  const pieces = '/api/manage/collections/:id/specimens';
  app.get(pieces, { onRequest, schema: { params, response: { 200: managedPieces } } }, (request) => readPieces(ctx, request.params.id));
  app.put(pieces, { onRequest, schema: { params, headers, body: collectionPieces, response: { 200: managedPieces } } }, (request) =>
    arrangePieces(ctx, request.params.id, request.body.ids, request.headers['if-match']),
  );

  const ofSpecimen = { onRequest, schema: { params, response: { 200: specimenCollections } } };
  app.get('/api/manage/specimens/:id/collections', ofSpecimen, (request) => collectionsOf(ctx, request.params.id));

  const both = z.object({ id: idParam, specimen: idParam });
  for (const [method, isContained] of [['PUT', true] as const, ['DELETE', false] as const]) {
    app.route({
      method,
      url: `${pieces}/:specimen`,
      onRequest,
      schema: { params: both, response: { 204: nothing } },
      handler: async ({ params: { id, specimen } }, reply) => {
        await setContained(ctx, id, specimen, isContained);
        return reply.code(204).send(null);
      },
    });
  }
}
