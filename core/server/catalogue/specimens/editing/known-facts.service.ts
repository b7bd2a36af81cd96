import type { KnownFacts } from '#core/contract/catalogue/known-facts.ts';
import type { Context } from '#core/server/context.ts';
import { nextNumber } from './fresh-numbers.service.ts';
import { selectLocalitiesInUse, selectTexts } from './known-facts.queries.ts';

const MAX_LOCALITIES = 2_000;
const MAX_TEXTS = 200;

export async function knownFacts({ db }: Context): Promise<KnownFacts> {
  const [localities, sources, storagePlaces, nextCatalogueNumber] = await Promise.all([
    selectLocalitiesInUse(db, MAX_LOCALITIES),
    selectTexts(db, 'source', MAX_TEXTS),
    selectTexts(db, 'storage_place', MAX_TEXTS),
    nextNumber(db),
  ]);
  return { localities, sources, storagePlaces, nextCatalogueNumber };
}
