import type { Kysely } from 'kysely';
import { rebuildSearchIndex } from '#server/features/search/rebuild-index.queries.ts';
import type { Schema } from '../schema.ts';

/** The search index knows hidden specimens by a word of their own: they are few, and a search reads which they are. */
export function hiddenWords() {
  return { up: (db: Kysely<never>) => rebuildSearchIndex(db as unknown as Kysely<Schema>) };
}
