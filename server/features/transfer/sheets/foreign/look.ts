/** What the shop understands of a sheet, as the admin sees it before the import. */
import { formatCount } from '#contract/counts.ts';
import type { ForeignLook, SheetMatching } from '#contract/transfer/sheet-look.ts';
import { CellFault } from '../cells.ts';
import { readCell, sayCell, sayReading } from './cell-values.ts';
import type { ForeignSheet } from './foreign-source.ts';
import { namedTarget } from './heading-names.ts';
import { headingOf, readingsOf } from './matched-rows.ts';
import { proposeTargets } from './proposals.ts';

const EXAMPLES = 3;

/** How the shop itself would read the sheet. */
export const proposedMatching = ({ survey }: ForeignSheet): SheetMatching => ({
  columns: proposeTargets(survey) as SheetMatching['columns'],
  listsForSale: true,
});

/** @param isRemembered whether the matching is the admin's own from before. */
export function lookOf({ survey, file }: ForeignSheet, matching: SheetMatching, isRemembered: boolean): ForeignLook {
  const readings = readingsOf(survey, matching);
  const { encoding, headingRow, rowCount } = survey;
  const columns = survey.columns.map((column, index) => {
    const [reading, target] = [readings[index], matching.columns[index] ?? ''];
    const examples = column.samples
      .slice(0, EXAMPLES)
      .map((raw) => ({ raw, read: reading && target !== '' ? exampleOf(target, raw, reading) : raw }));
    return {
      heading: headingOf(column, index),
      filled: column.filled,
      examples,
      how: reading && target !== '' ? sayReading(target, reading) : null,
    };
  });
  return {
    kind: 'foreign',
    shop: survey.shape?.name ?? null,
    file,
    encoding,
    headingRow,
    rowCount,
    isRemembered,
    matching,
    columns,
    notes: notesOf(survey, matching, readings),
  };
}

function exampleOf(...[target, raw, reading]: Parameters<typeof readCell>): string | null {
  try {
    return sayCell(target, readCell(target, raw, reading));
  } catch (error) {
    if (error instanceof CellFault) return null;
    throw error;
  }
}

function notesOf(
  { columns, headingRow, workbook }: ForeignSheet['survey'],
  { columns: targets }: SheetMatching,
  readings: ReturnType<typeof readingsOf>,
): string[] {
  const has = (target: string) => targets.includes(target as SheetMatching['columns'][number]);
  const currencies = columns.flatMap((column, index) =>
    ['price', 'cost', 'shipping price'].includes(targets[index] ?? '') ? column.currencies : [],
  );
  const foreign = [...new Set(currencies)].filter((code) => code !== 'USD');
  const repeated = columns.find(({ heading, filled, isUnique }, index) => {
    return targets[index] === '' && filled > 1 && !isUnique && namedTarget(heading) === 'catalogue number';
  });
  const hasZero = columns.some(({ samples }, index) => {
    const reading = readings[index];
    return reading && targets[index] === 'price' && samples.some((raw) => exampleOf('price', raw, reading) === '');
  });
  return [
    ...(workbook && workbook.sheets > 1
      ? [
          `Your workbook has ${formatCount(workbook.sheets)} sheets. Only sheet ${workbook.read} is imported. Save each of the others as its own file to import it too.`,
        ]
      : []),
    ...(has('title') || has('species') || has('catalogue number') || has('description') ? [] : ['Please say which column has the titles.']),
    ...(repeated && !has('catalogue number')
      ? [`“${repeated.heading}” has the same number in several rows, so it’s left out. If it’s your catalog number, choose that below.`]
      : []),
    ...(has('reference') || has('catalogue number')
      ? []
      : ['No column has a number of your own. A row you change and import again will be a new piece.']),
    ...(foreign.length > 0
      ? [`These amounts are in ${foreign.join(', ')}. Your shop sells in US dollars, and the figures stay as they are.`]
      : []),
    ...(hasZero ? ['A price of 0 counts as no price.'] : []),
    ...(headingRow > 1 ? [`The headings are in row ${formatCount(headingRow)}. What is above them is left out.`] : []),
  ];
}
