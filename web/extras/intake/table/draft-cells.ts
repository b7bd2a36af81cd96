/** What the table of an intake's drafts has of each: its cells as texts, how they stand, and how they become a change of the specimen. */
import type { FieldName } from '#contract/catalogue/specimen-fields.ts';
import type { SpecimenEdit } from '#contract/catalogue/specimens.ts';
import type { IntakeDraft } from '#contract/extras/intake/intakes.ts';
import { draftOf, inputOf, type SpecimenDraft } from '#web/features/catalogue/editing/form/specimen-draft.ts';

/** In the order of the table. */
export const columns = ['title', 'species', 'locality', 'dimensions', 'price', 'cost'] as const satisfies readonly FieldName[];
export type Column = (typeof columns)[number];

/** What one key takes over from the piece before. */
export const carriedFields = ['locality', 'source', 'acquisitionDate'] as const satisfies readonly FieldName[];

export type CellField = Column | (typeof carriedFields)[number];

export type CellState =
  | { kind: 'saving' }
  | { kind: 'saved' }
  /** The shop did not answer; it is asked again. */
  | { kind: 'unsent' }
  | { kind: 'wrong'; message: string }
  /** Another window has saved something else meanwhile. */
  | { kind: 'conflict'; theirs: string };

export type DraftRow = {
  id: number;
  number: string;
  picture: IntakeDraft['picture'];
  version: number;
  /** As the shop has it. */
  stored: SpecimenDraft;
  /** What is not saved yet. */
  typed: Partial<Record<CellField, string>>;
  states: Partial<Record<CellField, CellState>>;
  /** Somebody has deleted it. */
  isGone: boolean;
};

export const rowOf = ({ id, number, picture, version, isPriced: _, ...fields }: IntakeDraft): DraftRow => ({
  id,
  number,
  picture,
  version,
  stored: draftOf(fields as Parameters<typeof draftOf>[0]),
  typed: {},
  states: {},
  isGone: false,
});

export const textOf = (row: DraftRow, field: CellField): string => row.typed[field] ?? row.stored[field];

/** What of a piece the next one may have too. */
export const carriedOf = (row: DraftRow): [field: CellField, text: string][] =>
  carriedFields.map((field): [CellField, string] => [field, textOf(row, field)]).filter(([, text]) => text !== '');

/** The cells that are to be sent: what is wrong or contested waits for the admin. */
export const sendable = ({ typed, states }: DraftRow): CellField[] =>
  (Object.keys(typed) as CellField[]).filter((field) => !['wrong', 'conflict'].includes(states[field]?.kind ?? ''));

/** The change of these cells; the API wants title and category in each. */
export function editOf({ stored, typed }: DraftRow, fields: readonly CellField[]): SpecimenEdit {
  const sent = Object.fromEntries(fields.map((field) => [field, typed[field] ?? '']));
  const input = inputOf({ ...stored, ...sent });
  return { title: input.title, category: input.category, ...Object.fromEntries(fields.map((field) => [field, input[field]])) };
}
