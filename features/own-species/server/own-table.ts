import { isDeepStrictEqual } from 'node:util';
import {
  type OwnField,
  type OwnValues,
  ownFields,
  type RowValues,
  speciesOnly,
} from '#core/contract/catalogue/own-values.ts';
import type { Species, Variety } from '#core/contract/catalogue/species.ts';
import type { SpeciesTable } from '#core/server/catalogue/species/species.service.ts';
import type { OwnSpeciesRow } from './own-species.queries.ts';

export type OwnRow = {
  name: string;
  of: string | null;
  isAdded: boolean;
  values: OwnValues;
  source: string;
  /**
   * The table's earlier values of fields that it changed since; undefined where it lacked the row.
   */
  before: OwnValues;
};

export const nothingSaid: Omit<RowValues, 'kind'> = {
  class: null,
  formula: null,
  system: null,
  hardness: null,
  density: null,
  group: null,
  differs: null,
  colours: null,
  streak: null,
  cleavage: null,
  habit: null,
  typeLocality: null,
  lustres: [],
  synonyms: [],
  fluorescence: [],
  care: [],
};

export const speciesOf = (row: Species | Variety): string | null => ('of' in row ? row.of : null);

/** A variety's values that belong to its species are null. */
export function valuesOf(row: Species | Variety): RowValues {
  const of = speciesOf(row);
  const said = Object.entries(row).filter(([field]) => fieldsOf(of).some((one) => one === field));
  return { ...nothingSaid, kind: row.kind, ...Object.fromEntries(said) };
}

export const fieldsOf = (of: string | null): OwnField[] =>
  ownFields.filter((field) => of === null || !speciesOnly.has(field));

export const rowsByName = ({
  species,
  varieties,
}: SpeciesTable): ReadonlyMap<string, Species | Variety> =>
  new Map([...species, ...varieties].map((row) => [row.name, row]));

/** @returns a value for each of the fields. */
export const pick = (values: OwnValues, fields: readonly OwnField[]): OwnValues =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/**
 * A value that the table now has too is the table's again; a correction of a row that is gone is
 * unused.
 * @returns the overriding rows, and the names of the unused ones.
 */
export function ownOver(
  table: SpeciesTable,
  rows: readonly OwnSpeciesRow[],
): { own: OwnRow[]; unused: string[] } {
  const shipped = rowsByName(table);
  const saidOf = new Map(rows.map(({ name, said }) => [name, said]));
  const species = new Set(
    [...table.species, ...rows.filter((row) => row.is_added && row.of === null)].map(
      ({ name }) => name,
    ),
  );
  const own: OwnRow[] = [];
  const unused: string[] = [];
  for (const { name, of: ofOwn, is_added, said, shipped: then, source } of rows) {
    const row = shipped.get(name);
    const of = row ? speciesOf(row) : ofOwn;
    if (!row && (!is_added || said.kind === undefined || (of !== null && !species.has(of)))) {
      unused.push(name);
      continue;
    }
    const now: OwnValues = row ? valuesOf(row) : {};
    /** Without this value the field would follow another of the dealer's values, not the table. */
    const followsHim = (field: OwnField) =>
      saidOf.get(of ?? '')?.[field] !== undefined ||
      (field === 'care' && (said.formula !== undefined || said.class !== undefined));
    const fields = fieldsOf(of).filter(
      (field) =>
        said[field] !== undefined &&
        (followsHim(field) || !isDeepStrictEqual(said[field], now[field])),
    );
    if (row && fields.length === 0) continue;
    const disputed = row
      ? fields.filter((field) => !isDeepStrictEqual(then[field], now[field]))
      : [];
    own.push({
      name,
      of,
      isAdded: !row,
      values: pick(said, fields),
      source,
      before: pick(then, disputed),
    });
  }
  return { own, unused };
}
