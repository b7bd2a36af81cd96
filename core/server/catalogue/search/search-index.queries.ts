import type { Db, Tx } from '#platform/db/db.ts';
import { RECIPE, recipeKey, searchedColumns, VISIBLE } from './search-document.ts';

const INSERT_BATCH = 2_000;

export type Posting = { token: string; chunk: number; entries: Uint8Array };
export type DeletionKeyRow = { deletion_key: string; token: string };
export type TokenCount = { token: string; specimens: number };

export async function hasIndex(db: Db | Tx): Promise<boolean> {
  return (
    (await db
      .selectFrom('search_tokens')
      .select('token')
      .where('token', '=', recipeKey())
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Each change reads and writes whole chunks, so only one runs at a time. @returns false where there
 * is no index to change.
 */
export async function lockIndex(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('search_tokens')
    .set((eb) => ({ specimens: eb.ref('specimens') }))
    .where('token', '=', VISIBLE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function emptyTables(
  tx: Tx,
  tables: readonly ('search_tokens' | 'search_deletion_keys' | 'search_postings')[],
): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).execute();
}

export function selectDocuments(tx: Tx, afterId: number, limit: number) {
  return tx
    .selectFrom('specimens')
    .select(['id', 'search_text', 'visible', ...searchedColumns])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks until the transaction ends. An UPDATE locks on both engines alike. */
export const lockDocuments = (tx: Tx, ids: number[]) =>
  tx
    .updateTable('specimens')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', 'in', ids)
    .returning(['id', 'search_text', 'visible', ...searchedColumns])
    .execute();

export async function replaceRecipe(tx: Tx): Promise<void> {
  await tx.deleteFrom('search_tokens').where('token', 'like', `${RECIPE}%`).execute();
  await insertTokens(tx, [{ token: recipeKey(), specimens: 0 }]);
}

export async function updateDocument(tx: Tx, id: number, search_text: string): Promise<void> {
  await tx.updateTable('specimens').set({ search_text }).where('id', '=', id).execute();
}

export async function insertPostings(tx: Tx, postings: Posting[]): Promise<void> {
  for (const rows of batches(postings))
    await tx.insertInto('search_postings').values(rows).execute();
}

export async function insertTokens(tx: Tx, counts: TokenCount[]): Promise<void> {
  for (const rows of batches(counts)) await tx.insertInto('search_tokens').values(rows).execute();
}

export async function insertDeletionKeys(tx: Tx, keys: DeletionKeyRow[]): Promise<void> {
  for (const rows of batches(keys)) {
    await tx
      .insertInto('search_deletion_keys')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export function selectChunk(tx: Tx, chunk: number, tokens: string[]) {
  return tx
    .selectFrom('search_postings')
    .select(['token', 'entries'])
    .where('token', 'in', tokens)
    .where('chunk', '=', chunk)
    .execute();
}

export async function updateChunk(
  tx: Tx,
  chunk: number,
  written: Posting[],
  emptied: string[],
): Promise<void> {
  if (emptied.length > 0)
    await tx
      .deleteFrom('search_postings')
      .where('token', 'in', emptied)
      .where('chunk', '=', chunk)
      .execute();
  if (written.length === 0) return;
  await tx
    .insertInto('search_postings')
    .values(written)
    .onConflict((conflict) =>
      conflict
        .columns(['token', 'chunk'])
        .doUpdateSet((eb) => ({ entries: eb.ref('excluded.entries') })),
    )
    .execute();
}

/** Counts may be negative. @returns the new counts. */
export function addToTokens(tx: Tx, counts: TokenCount[]): Promise<TokenCount[]> {
  return tx
    .insertInto('search_tokens')
    .values(counts)
    .onConflict((conflict) =>
      conflict.column('token').doUpdateSet((eb) => ({
        specimens: eb('search_tokens.specimens', '+', eb.ref('excluded.specimens')),
      })),
    )
    .returningAll()
    .execute();
}

/** @returns the tokens deleted, which no specimen had left. */
export async function deleteUnusedTokens(tx: Tx, tokens: string[]): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('search_tokens')
    .where('token', 'in', tokens)
    .where('token', '<>', VISIBLE)
    .where('specimens', '<=', 0)
    .returning('token')
    .execute();
  return deleted.map(({ token }) => token);
}

export async function deleteDeletionKeys(tx: Tx, token: string, keys: string[]): Promise<void> {
  await tx
    .deleteFrom('search_deletion_keys')
    .where('deletion_key', 'in', keys)
    .where('token', '=', token)
    .execute();
}

function* batches<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH)
    yield rows.slice(start, start + INSERT_BATCH);
}
