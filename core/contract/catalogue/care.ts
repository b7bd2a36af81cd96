import { type CareNote, careNotes } from './species.ts';

/**
 * Empty words drop the table's note; `note` null: the owner's own. `of` is the table's name, so
 * that a change never carries over to another species.
 */
export type CareChange =
  | { note: CareNote; of: string; words: string }
  | { note: null; of: null; words: string };

export const MAX_CARE_WORDS = 300;
export const MAX_CARE_CHANGES = 40;

/** The form asks before it drops one: they warn of harm to people. */
const safetyNotes: ReadonlySet<CareNote> = new Set([
  'asbestos',
  'dust',
  'fibers',
  'fibrous',
  'fumes',
  'radioactive',
  'toxic',
  'traces',
]);
export const isSafetyNote = (note: CareNote): boolean => safetyNotes.has(note);

/** Returns undefined where the table's note stands. */
export const careChangeOf = (
  changes: readonly CareChange[],
  note: CareNote,
  of: string,
): CareChange | undefined => changes.find((change) => change.note === note && change.of === of);

/** Returns undefined where nothing is wrong. */
export function careError(changes: readonly CareChange[]): string | undefined {
  if (changes.some(({ note, words }) => note === null && words === ''))
    return 'Please write the note, or remove it';
  const notes = changes.flatMap(({ note, of }) => (note === null ? [] : `${note} ${of}`));
  return new Set(notes).size === notes.length ? undefined : 'Please change each note only once';
}

/**
 * `drop fibers (Nephrite)`, `fibers (Nephrite): Polished, no fibers to fear.`, `add: Keep it dry.`
 */
export function formatCare({ note, of, words }: CareChange): string {
  if (note === null) return `add: ${words}`;
  return words === '' ? `drop ${note} (${of})` : `${note} (${of}): ${words}`;
}

/** @returns null for anything but what `formatCare` writes. */
export function parseCare(text: string): CareChange | null {
  const added = /^add:(.*)$/is.exec(text);
  if (added) return { note: null, of: null, words: (added[1] ?? '').trim() };
  const [, drop, name = '', of = '', words] =
    /^(drop )?([a-z]+) \(([^()]+)\)(?:: (.+))?$/is.exec(text) ?? [];
  const note = (Object.keys(careNotes) as CareNote[]).find((known) => known === name.toLowerCase());
  // It is either dropped, or has words.
  if (note === undefined || (drop === undefined) === (words === undefined)) return null;
  return { note, of: of.trim(), words: (words ?? '').trim() };
}
