/** What the owner says of a piece's care: the notes of the species table are proposed, and hold unless he says otherwise. */
import { type CareNote, careNotes } from './species.ts';

/**
 * A note of the table and the species that it is about: worded anew, or dropped where the words are empty. Without both, a further note.
 * The species is called as the table calls it: what was said of one is not said of another that comes in its place.
 */
export type CareChange = { note: CareNote; of: string; words: string } | { note: null; of: null; words: string };

export const MAX_CARE_WORDS = 300;
export const MAX_CARE_CHANGES = 40;

/** What warns of harm to people: that it is dropped is asked once. */
const safetyNotes: ReadonlySet<CareNote> = new Set(['asbestos', 'dust', 'fibers', 'fibrous', 'fumes', 'radioactive', 'toxic']);
export const isSafetyNote = (note: CareNote): boolean => safetyNotes.has(note);

/** What the owner says instead of a note of the table; undefined where it stands. */
export const careChangeOf = (changes: readonly CareChange[], note: CareNote, of: string): CareChange | undefined =>
  changes.find((change) => change.note === note && change.of === of);

/** What is wrong with a list of changes; undefined where it may be saved. */
export function careError(changes: readonly CareChange[]): string | undefined {
  if (changes.some(({ note, words }) => note === null && words === '')) return 'Please write the note, or remove it';
  const notes = changes.flatMap(({ note, of }) => (note === null ? [] : `${note} ${of}`));
  return new Set(notes).size === notes.length ? undefined : 'Please change each note only once';
}

/** `drop fibers (Nephrite)`, `fibers (Nephrite): Polished, no fibers to fear.`, `add: Keep it dry.` */
export function formatCare({ note, of, words }: CareChange): string {
  if (note === null) return `add: ${words}`;
  return words === '' ? `drop ${note} (${of})` : `${note} (${of}): ${words}`;
}

/** Reads what `formatCare` writes. @returns null for anything else. */
export function parseCare(text: string): CareChange | null {
  const added = /^add:(.*)$/is.exec(text);
  if (added) return { note: null, of: null, words: (added[1] ?? '').trim() };
  const [, drop, name = '', of = '', words] = /^(drop )?([a-z]+) \(([^()]+)\)(?:: (.+))?$/is.exec(text) ?? [];
  const note = (Object.keys(careNotes) as CareNote[]).find((known) => known === name.toLowerCase());
  // Either it is dropped, or it has words.
  if (note === undefined || (drop === undefined) === (words === undefined)) return null;
  return { note, of: of.trim(), words: (words ?? '').trim() };
}
