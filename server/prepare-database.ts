import { refreshOwnSpecies } from './features/catalogue/own-species/own-species.service.ts';
import { ensureSearchIndex } from './features/catalogue/search/search-index.service.ts';
import { migrate } from './platform/db/migrate.ts';
import type { Database } from './platform/db/open.ts';
import { handleFor } from './platform/db/purposes.ts';

/**
 * Makes a database ready for the shop: its tables up to date, and what is derived from them there. Processes that start together wait for each other.
 * @throws what a failing migration threw, or NewerTables.
 */
export async function prepareDatabase({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  const handle = handleFor(db, 'migration');
  await migrate(handle, dialect);
  // The search index says what they say.
  await refreshOwnSpecies(handle);
  await ensureSearchIndex(handle, dialect);
}
