/** Transactions that change specimens update the index; it is rebuilt where missing. */
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import { lockNames } from '#platform/db/locks.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { deletionKeysOf } from './fuzzy-matching.ts';
import { chunkOf, type EntryChange, encodeEntries, offsetOf, withChanges } from './postings.ts';
import {
  documentOf,
  HIDDEN,
  isToken,
  keysOf,
  recipeKey,
  searchedValues,
  VISIBLE,
} from './search-document.ts';
import {
  addToTokens,
  type DeletionKeyRow,
  deleteDeletionKeys,
  deleteUnusedTokens,
  emptyTables,
  hasIndex,
  insertDeletionKeys,
  insertPostings,
  insertTokens,
  lockIndex,
  type Posting,
  selectChunk,
  selectDocuments,
  updateChunk,
  updateDocument,
} from './search-index.queries.ts';

/** Derived tables: a backup leaves them out, and a restore rebuilds them. */
export const SEARCH_TABLES = ['search_tokens', 'search_deletion_keys', 'search_postings'] as const;

type Indexed = { search_text: string; visible: boolean };

const READ_BATCH = 500;
const KEY_BATCH = 400;

/** Computes the column `search_text`: folded tokens by field. */
export const searchTextOf = documentOf;

/** null: the specimen does not exist before, or after. */
export type IndexChange = { id: number; before: Indexed | null; after: Indexed | null };

export const indexSpecimen = (
  tx: Tx,
  id: number,
  before: Indexed | null,
  after: Indexed | null,
): Promise<void> => indexSpecimens(tx, [{ id, before, after }]);

/** Reads and writes each chunk of a key once. */
export async function indexSpecimens(tx: Tx, changes: Iterable<IndexChange>): Promise<void> {
  const counts = new Map<string, number>();
  const chunks = new Map<number, KeyChanges>();
  for (const { id, before: old, after: now } of changes) {
    const [oldKeys, newKeys] = [keysIn(old), keysIn(now)];
    for (const key of new Set([...oldKeys.keys(), ...newKeys.keys()])) {
      const [before, after] = [oldKeys.get(key), newKeys.get(key)];
      if (before === after) continue;
      const keys = entryOf(chunks, chunkOf(id), (): KeyChanges => new Map());
      entryOf(keys, key, (): EntryChange[] => []).push({ offset: offsetOf(id), before, after });
      const gained = Number(after !== undefined) - Number(before !== undefined);
      if (gained !== 0) counts.set(key, (counts.get(key) ?? 0) + gained);
    }
  }
  if (chunks.size === 0) return;
  if (!(await lockIndex(tx)))
    throw new Error(
      'The search index has not been built: prepareDatabase does that when the shop starts',
    );
  for (const [chunk, keys] of [...chunks].toSorted(([a], [b]) => a - b))
    for (const some of batchesOf([...keys])) await changeEntries(tx, chunk, new Map(some));
  for (const some of batchesOf([...counts])) await countTokens(tx, some);
}

type KeyChanges = Map<string, EntryChange[]>;

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function* batchesOf<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += KEY_BATCH)
    yield items.slice(start, start + KEY_BATCH);
}

async function countTokens(tx: Tx, changes: [token: string, specimens: number][]): Promise<void> {
  const counts = changes.map(([token, specimens]) => ({ token, specimens }));
  const gained = counts.filter(({ specimens }) => specimens > 0);
  if (gained.length > 0) {
    const gains = new Map(changes);
    const added = (await addToTokens(tx, gained)).filter(
      ({ token, specimens }) => specimens === gains.get(token),
    );
    await insertDeletionKeys(tx, deletionKeyRows(added.map(({ token }) => token)));
  }
  const lost = counts.filter(({ specimens }) => specimens < 0);
  if (lost.length === 0) return;
  await addToTokens(tx, lost);
  await forgetTokens(
    tx,
    await deleteUnusedTokens(
      tx,
      lost.map(({ token }) => token),
    ),
  );
}

/**
 * Builds the index where it is missing or of an older version; processes that start together build
 * it once.
 */
export async function ensureSearchIndex(db: Db, dialect: Dialect): Promise<void> {
  if (await hasIndex(db)) return;
  await inTransaction(db, async (tx) => {
    await lockNames(tx, dialect, ['search index']);
    if (!(await hasIndex(tx))) await rebuildSearchIndex(tx);
  });
}

export async function rebuildSearchIndex(tx: Tx): Promise<void> {
  await emptyTables(tx, SEARCH_TABLES);
  const counts = new Map([VISIBLE, recipeKey()].map((key) => [key, 0]));
  let postings: ChunkPostings = new Map();
  let chunk = 0;
  for (let after = 0; ; ) {
    const specimens = await selectDocuments(tx, after, READ_BATCH);
    for (const { id, search_text: stored, visible, ...row } of specimens) {
      if (chunkOf(id) !== chunk) {
        await insertPostings(tx, postingRows(chunk, postings));
        postings = new Map();
        chunk = chunkOf(id);
      }
      const search_text = searchTextOf(searchedValues(row));
      if (search_text !== stored) await updateDocument(tx, id, search_text);
      for (const [key, field] of keysIn({ search_text, visible })) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        const entries = postings.get(key);
        if (entries) entries.push([offsetOf(id), field]);
        else postings.set(key, [[offsetOf(id), field]]);
      }
    }
    if (specimens.length < READ_BATCH) break;
    after = specimens.at(-1)?.id ?? after;
  }
  await insertPostings(tx, postingRows(chunk, postings));
  await insertDeletionKeys(tx, deletionKeyRows(counts.keys()));
  await insertTokens(
    tx,
    [...counts].map(([token, specimens]) => ({ token, specimens })),
  );
}

type ChunkPostings = Map<string, [offset: number, field: number][]>;

const postingRows = (chunk: number, postings: ChunkPostings): Posting[] =>
  [...postings].map(([token, entries]) => ({ token, chunk, entries: encodeEntries(entries) }));

function keysIn(indexed: Indexed | null): Map<string, number> {
  if (!indexed) return new Map();
  const keys = keysOf(indexed.search_text);
  keys.set(indexed.visible ? VISIBLE : HIDDEN, 0);
  return keys;
}

async function changeEntries(tx: Tx, chunk: number, changes: KeyChanges): Promise<void> {
  const stored = new Map(
    (await selectChunk(tx, chunk, [...changes.keys()])).map(({ token, entries }) => [
      token,
      entries,
    ]),
  );
  const written: Posting[] = [];
  const emptied: string[] = [];
  for (const [token, changed] of changes) {
    const entries = withChanges(stored.get(token), changed);
    if (entries.length > 0) written.push({ token, chunk, entries });
    else if (stored.has(token)) emptied.push(token);
  }
  await updateChunk(tx, chunk, written, emptied);
}

async function forgetTokens(tx: Tx, tokens: string[]): Promise<void> {
  for (const token of tokens.filter(isToken)) {
    const keys = deletionKeysOf(token);
    if (keys.length > 0) await deleteDeletionKeys(tx, token, keys);
  }
}

const deletionKeyRows = (tokens: Iterable<string>): DeletionKeyRow[] =>
  [...tokens]
    .filter(isToken)
    .flatMap((token) => deletionKeysOf(token).map((deletion_key) => ({ deletion_key, token })));
