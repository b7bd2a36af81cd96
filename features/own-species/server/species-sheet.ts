import { formatFluorescence, parseFluorescence } from '#core/contract/catalogue/fluorescence.ts';
import {
  type OwnField,
  type OwnValues,
  ownFields,
  type RowValues,
} from '#core/contract/catalogue/own-values.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import { NO_TEXT } from '#core/contract/text.ts';
import type { FeatureSheet } from '#core/server/feature.ts';
import { DENSITY_MESSAGE, HARDNESS_MESSAGE } from '#features/own-species/contract/own-limits.ts';
import { newOwnSpecies, ownSpeciesInput } from '#features/own-species/contract/own-species.ts';
import { formatRange, parseRange } from '#features/own-species/contract/ranges.ts';
import { type Cells, formatListCell, readListCell } from '#platform/csv.ts';
import { followOwnSpecies, importSpecies, type SheetSpecies } from './managing.service.ts';
import { ownSpecies, refreshOwnSpecies } from './own-species.service.ts';

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
/** An empty cell leaves the field as the table has it; `none` is a kind of cleavage. */
const nothingIn = (field: OwnField) => (field === 'cleavage' ? 'unknown' : 'none');

const columns = ['name', 'variety of', ...Object.values(columnOf), 'source'];

function headingFaults(names: readonly string[]): { column: string; message: string }[] {
  return [
    ...(names.includes('name')
      ? []
      : [{ column: 'name', message: 'The column “name” is missing' }]),
    ...names
      .filter((name) => name !== '' && !columns.includes(name))
      .map((name) => ({ column: name, message: `Unknown column “${name}”` })),
  ];
}

type Exported = { name: string; of: string | null; values: OwnValues; source: string };

const speciesCells = ({ name, of, values, source }: Exported): Partial<Cells> => ({
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
  return (
    formatListCell(
      value.map((item) => (typeof item === 'string' ? item : formatFluorescence(item))),
    ) || nothingIn(field)
  );
}

/** @throws Problem invalid_input, about a column. */
function readSpecies(cells: Cells): SheetSpecies {
  const unreadable = Object.keys(cells).find((name) => cells[name]?.includes('\0'));
  if (unreadable !== undefined) throw invalidField(unreadable, NO_TEXT);
  const cell = (name: string) => (cells[name] ?? '').trim();
  const raw = Object.fromEntries(
    ownFields.flatMap((field) =>
      cell(columnOf[field]) === '' ? [] : [[field, readCell(field, cell(columnOf[field]))]],
    ),
  );
  const { values: schema, source } = ownSpeciesInput.shape;
  const checked = newOwnSpecies.extend({ values: schema.partial(), source }).safeParse({
    name: cell('name'),
    of: cell('variety of') || null,
    values: raw,
    source: cell('source'),
  });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw issue ? refusalOf(issue.path, issue.message) : checked.error;
  }
  const given = Object.fromEntries(
    Object.entries(checked.data.values).filter(([, value]) => value !== undefined),
  );
  return {
    ...checked.data,
    values: given,
    source: 'source' in cells ? checked.data.source : undefined,
  };
}

/** @throws Problem invalid_input, about a column. */
function readCell(field: OwnField, text: string): unknown {
  const isNothing = text.toLowerCase() === nothingIn(field);
  if (field === 'hardness' || field === 'density') {
    const range = isNothing ? null : parseRange(text);
    if (range === null && !isNothing)
      throw invalidField(
        columnOf[field],
        field === 'hardness' ? HARDNESS_MESSAGE : DENSITY_MESSAGE,
      );
    return range;
  }
  if (field === 'lustres' || field === 'synonyms' || field === 'fluorescence' || field === 'care') {
    const items = isNothing ? [] : readListCell(text);
    return field === 'fluorescence' ? items.map((item) => parseFluorescence(item) ?? item) : items;
  }
  if (field === 'cleavage' && text.toLowerCase() === 'none') return 'None';
  return isNothing ? null : text;
}

function refusalOf(path: readonly PropertyKey[], message: string): Problem {
  const [first, second] = path.map(String);
  if (first === 'of') return invalidField('variety of', message);
  const column = first === 'values' ? columnOf[second as OwnField] : undefined;
  const place = column ?? first;
  return place === undefined ? new Problem('invalid_input', message) : invalidField(place, message);
}

/** @throws Problem about the column that a refusal names; else the error itself. */
function aboutColumn(error: unknown): never {
  const issue = error instanceof Problem ? error.details.issues?.[0] : undefined;
  throw issue ? refusalOf(issue.path.split('.'), issue.message) : error;
}

export const speciesSheet: FeatureSheet = {
  columns,
  faultsOf: headingFaults,
  /** Species come before their varieties, as an import needs them. */
  async rows(ctx) {
    await refreshOwnSpecies(ctx.db);
    return ownSpecies()
      .own.toSorted((a, b) => Number(a.of !== null) - Number(b.of !== null))
      .map(speciesCells);
  },
  open(ctx, isDryRun) {
    // A dry run adds no species of which a later row may be a variety.
    const wouldAdd = new Set<string>();
    return {
      async importRow(cells) {
        const species = readSpecies(cells);
        const isOfNew = species.of !== null && wouldAdd.has(species.of);
        const outcome = isOfNew
          ? 'added'
          : await importSpecies(ctx, species, isDryRun).catch(aboutColumn);
        if (isDryRun && outcome === 'added') wouldAdd.add(species.name);
        return outcome;
      },
      async end() {
        if (!isDryRun) await followOwnSpecies(ctx);
      },
    };
  },
};
