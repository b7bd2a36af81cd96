/** Facts that are known beyond one specimen: the names of species, the tree of localities, the catalogue numbers. */

import type { SpecimenValues } from '#contract/catalogue/specimen-fields.ts';
import { Problem } from '#contract/problems.ts';
import { refreshOwnSpecies } from '#server/features/catalogue/own-species/own-species.service.ts';
import { findOrAddLocality } from '#server/features/catalogue/places/localities.service.ts';
import { tableName } from '#server/features/catalogue/species/species.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { claimCatalogueNumber, selectTitle } from './catalogue-numbers.queries.ts';

/** Each name once, as the species table calls it. */
const speciesNames = (names: readonly string[]): string[] => [...new Set(names.map(tableName))];

/** The values with every species and place in its one spelling, and the column of the place. Values that are undefined stay so. */
export async function inOneSpelling<Values extends Partial<SpecimenValues>>(
  tx: Tx,
  values: Values,
): Promise<{ values: Values; columns: { locality_id?: number | null } }> {
  const { species, associates, locality } = values;
  // Another process may have changed the table a moment ago.
  await refreshOwnSpecies(tx);
  const place = locality && (await findOrAddLocality(tx, locality));
  const spelled = {
    ...values,
    ...(species && { species: speciesNames(species) }),
    ...(associates && { associates: speciesNames(associates) }),
    ...(place && { locality: place.names }),
  };
  return { values: spelled, columns: place ? { locality_id: place.id } : {} };
}

/**
 * Claims a specimen's catalogue number for good.
 * @throws Problem invalid_input where another specimen has it, or had it.
 */
export async function claimNumber(tx: Tx, specimenId: number, number: string | null | undefined): Promise<void> {
  if (!number) return;
  const other = await claimCatalogueNumber(tx, foldLine(number), specimenId);
  if (other === undefined) return;
  const holder = other === null ? 'a deleted specimen' : `“${await selectTitle(tx, other)}”`;
  const message = `Catalog number ${number} belongs to ${holder}, and each number is used only once`;
  throw new Problem('invalid_input', message, { issues: [{ path: 'catalogueNumber', message }] });
}
