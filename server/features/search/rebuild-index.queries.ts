/** Making the whole search index anew from the specimens: for tables that had none, and after a restore, since a backup leaves it out. */
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/platform/db/schema.ts';
import { chunkOf, offsetOf, writeEntries } from './postings.ts';
import { categoryName, HIDDEN, keysOf, searchTextOf, VISIBLE } from './search-document.ts';
import { spellingRows } from './search-index.queries.ts';

type Specimens = Pick<Schema['specimens'], 'id' | 'title' | 'description' | 'origin' | 'category_id' | 'tags' | 'search_text' | 'visible'>;
type Tables = Pick<Schema, 'search_words' | 'search_spellings' | 'search_postings'> & { specimens: Specimens };

const READ_AT_ONCE = 500;
const WRITTEN_AT_ONCE = 2_000;

/** Names of the tables that can be made anew from others; the backup leaves them out. */
export const searchTables = ['search_words', 'search_spellings', 'search_postings'] as const;

/** @param tx inside a transaction, or what a migration gets. */
export async function rebuildSearchIndex(tx: Kysely<Tables> | Transaction<Schema>): Promise<void> {
  const db = tx as Kysely<Tables>;
  for (const table of searchTables) await db.deleteFrom(table).execute();
  const counts = new Map([[VISIBLE, 0]]);
  let postings: Postings = new Map();
  let chunk = 0;
  for (let after = 0; ; ) {
    const specimens = await db
      .selectFrom('specimens')
      .select(['id', 'title', 'description', 'origin', 'category_id', 'tags', 'search_text', 'visible'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    for (const { id, category_id, tags, search_text: stored, visible, ...texts } of specimens) {
      if (chunkOf(id) !== chunk) {
        await writePostings(db, chunk, postings);
        postings = new Map();
        chunk = chunkOf(id);
      }
      const search_text = searchTextOf({ ...texts, tags, category: categoryName(category_id) });
      if (search_text !== stored) await db.updateTable('specimens').set({ search_text }).where('id', '=', id).execute();
      const keys = keysOf(search_text);
      keys.set(visible ? VISIBLE : HIDDEN, 0);
      for (const [key, place] of keys) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        const entries = postings.get(key);
        if (entries) entries.push([offsetOf(id), place]);
        else postings.set(key, [[offsetOf(id), place]]);
      }
    }
    if (specimens.length < READ_AT_ONCE) break;
    after = specimens.at(-1)?.id ?? after;
  }
  await writePostings(db, chunk, postings);
  const words = [...counts].map(([word, specimens]) => ({ word, specimens }));
  for (const rows of batches(words)) await db.insertInto('search_words').values(rows).execute();
  for (const rows of batches(spellingRows(counts.keys()))) await db.insertInto('search_spellings').values(rows).execute();
}

type Postings = Map<string, [offset: number, place: number][]>;

async function writePostings(db: Kysely<Tables>, chunk: number, postings: Postings): Promise<void> {
  const rows = [...postings].map(([word, entries]) => ({ word, chunk, entries: writeEntries(entries) }));
  for (const some of batches(rows)) await db.insertInto('search_postings').values(some).execute();
}

function* batches<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += WRITTEN_AT_ONCE) yield rows.slice(start, start + WRITTEN_AT_ONCE);
}
