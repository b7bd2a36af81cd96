/** Suggestions for the admin's forms. */
import type { KnownFacts } from '#contract/known-facts.ts';
import { numberAfter } from '#contract/proposals.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { isNumberGiven, selectLatestNumber, selectLocalitiesInUse, selectTexts } from './known-facts.queries.ts';

const MAX_LOCALITIES = 2_000;
const MAX_TEXTS = 200;
/** Numbers that were given out of turn are passed over, up to so many. */
const MAX_STEPS = 1_000;

/** What the shop's specimens have already, hidden ones too. */
export async function knownFacts({ db }: Context): Promise<KnownFacts> {
  const [localities, sources, storagePlaces, nextCatalogueNumber] = await Promise.all([
    selectLocalitiesInUse(db, MAX_LOCALITIES),
    selectTexts(db, 'source', MAX_TEXTS),
    selectTexts(db, 'storage_place', MAX_TEXTS),
    nextNumber(db),
  ]);
  return { localities, sources, storagePlaces, nextCatalogueNumber };
}

async function nextNumber(db: Db): Promise<string | null> {
  let number = numberAfter((await selectLatestNumber(db)) ?? '');
  for (let step = 0; number !== null && step < MAX_STEPS; step += 1) {
    if (!(await isNumberGiven(db, foldLine(number)))) return number;
    number = numberAfter(number);
  }
  return null;
}
