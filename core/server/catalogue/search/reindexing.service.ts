/** Documents follow the species table. */
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { searchedValues } from './search-document.ts';
import {
  lockDocuments,
  replaceRecipe,
  selectDocuments,
  updateDocument,
} from './search-index.queries.ts';
import { type IndexChange, indexSpecimens, searchTextOf } from './search-index.service.ts';

const BATCH = 500;

type Stored = Awaited<ReturnType<typeof selectDocuments>>[number];

function changeOf({ id, search_text: stored, visible, ...row }: Stored): IndexChange[] {
  const search_text = searchTextOf(searchedValues(row));
  return search_text === stored
    ? []
    : [{ id, before: { search_text: stored, visible }, after: { search_text, visible } }];
}

/** If this ends early, the next process to start rebuilds the index. */
export async function reindexSpecimens(ctx: Context): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await perform(ctx, 'system', async ({ tx, dialect }) => {
      await lockNames(tx, dialect, ['search index']);
      const specimens = await selectDocuments(tx, from, BATCH);
      const ids = specimens.flatMap(changeOf).map(({ id }) => id);
      // Someone may have edited them just now.
      const changes = ids.length === 0 ? [] : (await lockDocuments(tx, ids)).flatMap(changeOf);
      for (const { id, after: now } of changes)
        if (now) await updateDocument(tx, id, now.search_text);
      await indexSpecimens(tx, changes);
      return specimens.length < BATCH ? null : (specimens.at(-1)?.id ?? null);
    });
  }
  await perform(ctx, 'system', async ({ tx, dialect }) => {
    await lockNames(tx, dialect, ['search index']);
    await replaceRecipe(tx);
  });
}
