import { migrate } from '#platform/db/migrate.ts';
import type { Database } from '#platform/db/open.ts';
import { handleFor } from '#platform/db/purposes.ts';
import { ensureSearchIndex } from './catalogue/search/search-index.service.ts';
import { refreshSpecies } from './catalogue/species/laid-over.service.ts';

/**
 * Updates the tables and what is derived from them. Processes that start together wait for each
 * other. @throws what a failing migration threw, or UnfitTables.
 */
export async function prepareDatabase({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  const handle = handleFor(db, 'migration');
  await migrate(handle, dialect);
  // The search index says what they say.
  await refreshSpecies(handle);
  await ensureSearchIndex(handle, dialect);
}
