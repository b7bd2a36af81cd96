/** species.csv: what the dealer says of species, over the table that is shipped with the shop. */
import { formatFluorescence, parseFluorescence } from '#contract/catalogue/fluorescence.ts';
import { DENSITY_MESSAGE, HARDNESS_MESSAGE } from '#contract/catalogue/own-limits.ts';
import { newOwnSpecies, ownSpeciesInput } from '#contract/catalogue/own-species.ts';
import { type OwnField, type OwnValues, ownFields, type RowValues } from '#contract/catalogue/own-values.ts';
import { formatRange, parseRange } from '#contract/catalogue/ranges.ts';
import type { SheetSpecies } from '#server/features/catalogue/own-species/managing.service.ts';
import { type Cells, formatListCell, readListCell } from '#server/platform/csv.ts';
import { CellFault, invalidText, UNREADABLE_CELL } from './cells.ts';

const columnOf: Record<OwnField, string> = {
  kind: 'kind',
  class: 'class',
  formula: 'formula',
  system: 'crystal system',
  hardness: 'hardness',
  density: 'density',
  lustres: 'luster',
  colours: 'color',
  streak: 'streak',
  cleavage: 'cleavage',
  habit: 'habit',
  typeLocality: 'type locality',
  group: 'group',
  synonyms: 'other names',
  fluorescence: 'fluorescence',
  care: 'care notes',
  differs: 'remark',
};
/** What says that there is nothing to say: an empty cell leaves the field as the table has it. Of the cleavage, `none` says that it has none. */
const nothingIn = (field: OwnField) => (field === 'cleavage' ? 'unknown' : 'none');

export const speciesSheetColumns = ['name', 'variety of', ...Object.values(columnOf), 'source'];

/** What is wrong with a heading, by column. */
export function speciesFaults(names: readonly string[]): CellFault[] {
  return [
    ...(names.includes('name') ? [] : [new CellFault('name', 'The column “name” is missing')]),
    ...names
      .filter((name) => name !== '' && !speciesSheetColumns.includes(name))
      .map((name) => new CellFault(name, `Unknown column “${name}”`)),
  ];
}

type Exported = { name: string; of: string | null; values: OwnValues; source: string };

/** The row of a species: the fields that are the dealer's. */
export const speciesCells = ({ name, of, values, source }: Exported): Partial<Cells> => ({
  name,
  'variety of': of ?? '',
  source,
  ...Object.fromEntries(ownFields.map((field) => [columnOf[field], cellOf(field, values[field])])),
});

function cellOf(field: OwnField, value: RowValues[OwnField] | undefined): string {
  if (value === undefined) return '';
  if (value === null || value === '') return nothingIn(field);
  if (typeof value === 'string') return value;
  if ('min' in value) return formatRange(value);
  return formatListCell(value.map((item) => (typeof item === 'string' ? item : formatFluorescence(item)))) || nothingIn(field);
}

/** Reads a row. @throws CellFault */
export function readSpecies(cells: Cells): SheetSpecies {
  const fault = invalidText(cells);
  if (fault) throw fault;
  const cell = (name: string) => (cells[name] ?? '').trim();
  const raw = Object.fromEntries(
    ownFields.flatMap((field) => (cell(columnOf[field]) === '' ? [] : [[field, readCell(field, cell(columnOf[field]))]])),
  );
  const { values: schema, source } = ownSpeciesInput.shape;
  const checked = newOwnSpecies
    .extend({ values: schema.partial(), source })
    .safeParse({ name: cell('name'), of: cell('variety of') || null, values: raw, source: cell('source') });
  if (!checked.success) throw faultOf(checked.error.issues[0]?.path ?? [], checked.error.issues[0]?.message);
  const given = Object.fromEntries(Object.entries(checked.data.values).filter(([, value]) => value !== undefined));
  return { ...checked.data, values: given, source: 'source' in cells ? checked.data.source : undefined };
}

/** @throws CellFault */
function readCell(field: OwnField, text: string): unknown {
  const isNothing = text.toLowerCase() === nothingIn(field);
  if (field === 'hardness' || field === 'density') {
    const range = isNothing ? null : parseRange(text);
    if (range === null && !isNothing) throw new CellFault(columnOf[field], field === 'hardness' ? HARDNESS_MESSAGE : DENSITY_MESSAGE);
    return range;
  }
  if (field === 'lustres' || field === 'synonyms' || field === 'fluorescence' || field === 'care') {
    const items = isNothing ? [] : readListCell(text);
    return field === 'fluorescence' ? items.map((item) => parseFluorescence(item) ?? item) : items;
  }
  if (field === 'cleavage' && text.toLowerCase() === 'none') return 'None';
  return isNothing ? null : text;
}

/** The fault of a cell, by the path of what is wrong there. */
export function faultOf(path: readonly PropertyKey[], message: string = UNREADABLE_CELL): CellFault {
  const [first, second] = path.map(String);
  if (first === 'of') return new CellFault('variety of', message);
  const column = columnOf[second as OwnField];
  return new CellFault(first === 'values' && column !== undefined ? column : (first ?? null), message);
}
