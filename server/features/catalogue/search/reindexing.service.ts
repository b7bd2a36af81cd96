/** Following the species table, from which documents have other names, formulas and warnings of what their specimens are. */
import type { Db } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { searchedValues } from './search-document.ts';
import { lockDocuments, replaceRecipe, selectDocuments, updateDocument } from './search-index.queries.ts';
import { type IndexChange, indexSpecimens, searchTextOf } from './search-index.service.ts';

const BATCH = 500;

type Stored = Awaited<ReturnType<typeof selectDocuments>>[number];

function changeOf({ id, search_text: stored, visible, ...row }: Stored): IndexChange[] {
  const search_text = searchTextOf(searchedValues(row));
  return search_text === stored ? [] : [{ id, before: { search_text: stored, visible }, after: { search_text, visible } }];
}

/** Updates the documents that a change to the species table affects. If this ends early, the next process to start rebuilds the whole index. */
export async function reindexSpecimens(db: Db, dialect: Dialect): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await inTransaction(db, async (tx) => {
      await lockNames(tx, dialect, ['search index']);
      const specimens = await selectDocuments(tx, from, BATCH);
      const ids = specimens.flatMap(changeOf).map(({ id }) => id);
      // Somebody may have edited them just now.
      const changes = ids.length === 0 ? [] : (await lockDocuments(tx, ids)).flatMap(changeOf);
      for (const { id, after: now } of changes) if (now) await updateDocument(tx, id, now.search_text);
      await indexSpecimens(tx, changes);
      return specimens.length < BATCH ? null : (specimens.at(-1)?.id ?? null);
    });
  }
  await inTransaction(db, async (tx) => {
    await lockNames(tx, dialect, ['search index']);
    await replaceRecipe(tx);
  });
}
