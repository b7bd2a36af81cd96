import type { SpecimenValues } from '#core/contract/catalogue/specimen-fields.ts';
import { invalidField } from '#core/contract/problems.ts';
import {
  findOrAddLocality,
  type KnownPlaces,
} from '#core/server/catalogue/places/localities.service.ts';
import { refreshSpecies } from '#core/server/catalogue/species/laid-over.service.ts';
import { tableName } from '#core/server/catalogue/species/species.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { foldLine } from '#platform/text-search.ts';
import { claimCatalogueNumbers, selectTitle } from './catalogue-numbers.queries.ts';

const speciesNames = (names: readonly string[]): string[] => [...new Set(names.map(tableName))];

/** Undefined values stay so. */
type Spelled<Values> = { values: Values; columns: { locality_id?: number | null } };
type Speller = <Values extends Partial<SpecimenValues>>(values: Values) => Promise<Spelled<Values>>;

/** Looks each place up once per transaction. */
export async function openSpeller(tx: Tx): Promise<Speller> {
  // Another process may have changed the table a moment ago.
  await refreshSpecies(tx);
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

/** Claims them for good. @throws Problem invalid_input where another specimen has or had one. */
export async function claimNumbers(
  tx: Tx,
  specimens: readonly { id: number; number: string | null | undefined }[],
): Promise<void> {
  const claims = specimens.flatMap(({ id, number }) =>
    number ? [{ id, number, key: foldLine(number) }] : [],
  );
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
  throw invalidField('catalogueNumber', message);
}
