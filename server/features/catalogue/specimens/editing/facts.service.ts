/** Facts that are known beyond one specimen: the names of species, the tree of localities, the catalogue numbers. */

import type { SpecimenValues } from '#contract/catalogue/specimen-fields.ts';
import { Problem } from '#contract/problems.ts';
import { refreshOwnSpecies } from '#server/features/catalogue/own-species/own-species.service.ts';
import { findOrAddLocality, type KnownPlaces } from '#server/features/catalogue/places/localities.service.ts';
import { tableName } from '#server/features/catalogue/species/species.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { claimCatalogueNumbers, selectTitle } from './catalogue-numbers.queries.ts';

/** Each name once, as the species table calls it. */
const speciesNames = (names: readonly string[]): string[] => [...new Set(names.map(tableName))];

/** The values with every species and place in its one spelling, and the column of the place. Values that are undefined stay so. */
type Spelled<Values> = { values: Values; columns: { locality_id?: number | null } };
/** Spells the values of a specimen. */
export type Speller = <Values extends Partial<SpecimenValues>>(values: Values) => Promise<Spelled<Values>>;

/** Begins to spell the specimens of a transaction: each place is looked for once. */
export async function openSpeller(tx: Tx): Promise<Speller> {
  // Another process may have changed the table a moment ago.
  await refreshOwnSpecies(tx);
  const places: KnownPlaces = new Map();
  return async (values) => {
    const { species, associates, locality } = values;
    const place = locality && (await findOrAddLocality(tx, locality, places));
    const spelled = {
      ...values,
      ...(species && { species: speciesNames(species) }),
      ...(associates && { associates: speciesNames(associates) }),
      ...(place && { locality: place.names }),
    };
    return { values: spelled, columns: place ? { locality_id: place.id } : {} };
  };
}

/**
 * Claims the catalogue numbers of specimens for good.
 * @throws Problem invalid_input where another specimen has one, or had it.
 */
export async function claimNumbers(tx: Tx, specimens: readonly { id: number; number: string | null | undefined }[]): Promise<void> {
  const claims = specimens.flatMap(({ id, number }) => (number ? [{ id, number, key: foldLine(number) }] : []));
  if (claims.length === 0) return;
  const holders = await claimCatalogueNumbers(
    tx,
    claims.map(({ id, key }) => ({ number_key: key, specimen_id: id })),
  );
  const lost = claims.find(({ id, key }) => holders.get(key) !== id);
  if (!lost) return;
  const { number, key } = lost;
  const other = holders.get(key) ?? null;
  const holder = other === null ? 'a deleted specimen' : `“${await selectTitle(tx, other)}”`;
  const message = `Catalog number ${number} belongs to ${holder}, and each number is used only once`;
  throw new Problem('invalid_input', message, { issues: [{ path: 'catalogueNumber', message }] });
}
