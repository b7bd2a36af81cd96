import type { FieldName } from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenEdit } from '#core/contract/catalogue/specimens.ts';
import {
  draftOf,
  inputOf,
  type SpecimenDraft,
} from '#core/web/catalogue/editing/form/specimen-draft.ts';
import type { IntakeDraft } from '#features/intake/contract/intakes.ts';

export const columns = [
  'title',
  'species',
  'locality',
  'dimensions',
  'price',
  'cost',
] as const satisfies readonly FieldName[];
export type Column = (typeof columns)[number];

export const carriedFields = [
  'locality',
  'source',
  'acquisitionDate',
] as const satisfies readonly FieldName[];

export type CellField = Column | (typeof carriedFields)[number];

export type CellState =
  | { kind: 'saving' }
  | { kind: 'saved' }
  | { kind: 'unsent' }
  | { kind: 'wrong'; message: string }
  | { kind: 'conflict'; theirs: string };

export type DraftRow = {
  id: number;
  number: string;
  picture: IntakeDraft['picture'];
  version: number;
  stored: SpecimenDraft;
  typed: Partial<Record<CellField, string>>;
  states: Partial<Record<CellField, CellState>>;
  isGone: boolean;
};

export const rowOf = ({
  id,
  number,
  picture,
  version,
  isPriced: _,
  ...fields
}: IntakeDraft): DraftRow => ({
  id,
  number,
  picture,
  version,
  stored: draftOf(fields as Parameters<typeof draftOf>[0]),
  typed: {},
  states: {},
  isGone: false,
});

export const textOf = (row: DraftRow, field: CellField): string =>
  row.typed[field] ?? row.stored[field];

export const carriedOf = (row: DraftRow): [field: CellField, text: string][] =>
  carriedFields
    .map((field): [CellField, string] => [field, textOf(row, field)])
    .filter(([, text]) => text !== '');

export const sendable = ({ typed, states }: DraftRow): CellField[] =>
  (Object.keys(typed) as CellField[]).filter(
    (field) => !['wrong', 'conflict'].includes(states[field]?.kind ?? ''),
  );

/** The API wants title and category in each change. */
export function editOf({ stored, typed }: DraftRow, fields: readonly CellField[]): SpecimenEdit {
  const sent = Object.fromEntries(fields.map((field) => [field, typed[field] ?? '']));
  const input = inputOf({ ...stored, ...sent });
  return {
    title: input.title,
    category: input.category,
    ...Object.fromEntries(fields.map((field) => [field, input[field]])),
  };
}
