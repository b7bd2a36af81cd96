import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { COLLECTION_SLUG } from './collection-rules.ts';
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
} from './collections.ts';

export const collectionCalls = {
  'GET /api/collections': {
    about: 'the home page’s collections, see below',
    who: 'all',
    response: z.array(collectionCard),
  },
  'GET /api/collections/:slug': {
    about: 'one collection with 24 of its pieces; `next` is the `cursor` of the next 24',
    who: 'all',
    params: { slug: z.string().regex(COLLECTION_SLUG) },
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    response: collection,
  },
  'GET /api/manage/collections': {
    about: 'all collections, hidden and empty ones too',
    response: managedCollections,
  },
  'POST /api/manage/collections': {
    about: '201 with the new collection',
    body: collectionInput,
    response: managedCollection,
    status: 201,
  },
  'PUT /api/manage/collections': {
    about: 'puts all collections in the order of `ids` and returns them',
    body: collectionOrder,
    response: managedCollections,
  },
  'PUT /api/manage/collections/:id': {
    about: 'the changed collection',
    headers: ifMatchHeader,
    body: collectionInput,
    response: managedCollection,
  },
  'DELETE /api/manage/collections/:id': { about: '204; deletes a collection; its pieces stay' },
  'GET /api/manage/collections/:id/specimens': {
    about: 'the pieces of a collection filled by hand',
    response: managedPieces,
  },
  'PUT /api/manage/collections/:id/specimens': {
    about: 'replaces its pieces with those of `ids`',
    headers: ifMatchHeader,
    body: collectionPieces,
    response: managedPieces,
  },
  'PUT /api/manage/collections/:id/specimens/:specimen': {
    about: '204; adds a piece to a collection',
  },
  'DELETE /api/manage/collections/:id/specimens/:specimen': {
    about: '204; removes a piece from a collection',
  },
  'GET /api/manage/specimens/:id/collections': {
    about: 'the collections filled by hand, and whether the piece is in each',
    response: specimenCollections,
  },
} as const satisfies CallTable;

type CollectionCalls = typeof collectionCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends CollectionCalls {}
}
