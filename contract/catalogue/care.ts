/** What the owner says about a piece's care: the species table proposes its notes, and they apply unless changed. */
import { type CareNote, careNotes } from './species.ts';

/**
 * A note of the table for one species, in the owner's own words, or dropped where the words are empty. With both null, a note of their own.
 * The species goes by its name in the table, so a change to its note never carries over to a species that replaces it.
 */
export type CareChange = { note: CareNote; of: string; words: string } | { note: null; of: null; words: string };

export const MAX_CARE_WORDS = 300;
export const MAX_CARE_CHANGES = 40;

/** Notes that warn of harm to people: the form asks before it drops one. */
const safetyNotes: ReadonlySet<CareNote> = new Set(['asbestos', 'dust', 'fibers', 'fibrous', 'fumes', 'radioactive', 'toxic', 'traces']);
export const isSafetyNote = (note: CareNote): boolean => safetyNotes.has(note);

/** How the owner changed a note of the table; undefined where he didn't. */
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
