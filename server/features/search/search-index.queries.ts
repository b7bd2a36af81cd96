/** Keeping the search index with the specimens, in the transaction that changes them. */
import type { Tx } from '#server/platform/db/db.ts';
import { deletionKeysOf } from './fuzzy-matching.ts';
import { chunkOf, entriesOf, offsetIn, offsetOf, placeIn, writeEntries } from './postings.ts';
import { HIDDEN, isWord, keysOf, VISIBLE } from './search-document.ts';

/** What the index knows of a specimen; null where it knows nothing. */
export type Indexed = { search_text: string; visible: boolean } | null;

const AT_ONCE = 400;

/** Lets a specimen be found by what it is now, and no longer by what it was. */
export async function indexSpecimen(tx: Tx, id: number, before: Indexed, after: Indexed): Promise<void> {
  const old = keysIn(before);
  const now = keysIn(after);
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
  if (changed.length === 0) return;
  await lockIndex(tx);
  for (let start = 0; start < changed.length; start += AT_ONCE) {
    const keys = changed.slice(start, start + AT_ONCE);
    await changeEntries(tx, id, keys, now);
    await countKeys(
      tx,
      keys.filter((key) => !old.has(key)),
      keys.filter((key) => !now.has(key)),
    );
  }
}

function keysIn(indexed: Indexed): Map<string, number> {
  if (!indexed) return new Map();
  const keys = keysOf(indexed.search_text);
  keys.set(indexed.visible ? VISIBLE : HIDDEN, 0);
  return keys;
}

/** Only one transaction at a time changes the index: they read, change and write whole chunks. The row is there since the table was made. */
async function lockIndex(tx: Tx): Promise<void> {
  await tx
    .updateTable('search_words')
    .set((eb) => ({ specimens: eb.ref('specimens') }))
    .where('word', '=', VISIBLE)
    .execute();
}

async function changeEntries(tx: Tx, id: number, keys: string[], now: Map<string, number>): Promise<void> {
  const chunk = chunkOf(id);
  const rows = await tx
    .selectFrom('search_postings')
    .select(['word', 'entries'])
    .where('word', 'in', keys)
    .where('chunk', '=', chunk)
    .execute();
  const stored = new Map(rows.map((row) => [row.word, row.entries]));
  const written: { word: string; chunk: number; entries: Uint8Array }[] = [];
  const emptied: string[] = [];
  for (const word of keys) {
    const bytes = stored.get(word);
    const entries = new Map(bytes && [...entriesOf(bytes)].map((entry) => [offsetIn(entry), placeIn(entry)]));
    const place = now.get(word);
    if (place === undefined) entries.delete(offsetOf(id));
    else entries.set(offsetOf(id), place);
    if (entries.size > 0) written.push({ word, chunk, entries: writeEntries(entries) });
    else if (stored.has(word)) emptied.push(word);
  }
  if (emptied.length > 0) await tx.deleteFrom('search_postings').where('word', 'in', emptied).where('chunk', '=', chunk).execute();
  if (written.length === 0) return;
  await tx
    .insertInto('search_postings')
    .values(written)
    .onConflict((conflict) => conflict.columns(['word', 'chunk']).doUpdateSet((eb) => ({ entries: eb.ref('excluded.entries') })))
    .execute();
}

/** Keeps how many specimens have each word, and how the words may be spelled; a word that nobody has any more is forgotten. */
async function countKeys(tx: Tx, gained: string[], lost: string[]): Promise<void> {
  if (gained.length > 0) {
    await tx
      .insertInto('search_words')
      .values(gained.map((word) => ({ word, specimens: 1 })))
      .onConflict((conflict) => conflict.column('word').doUpdateSet((eb) => ({ specimens: eb('search_words.specimens', '+', 1) })))
      .execute();
    const spellings = spellingRows(gained);
    for (let start = 0; start < spellings.length; start += AT_ONCE) {
      await tx
        .insertInto('search_spellings')
        .values(spellings.slice(start, start + AT_ONCE))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  if (lost.length === 0) return;
  await tx
    .updateTable('search_words')
    .set((eb) => ({ specimens: eb('specimens', '-', 1) }))
    .where('word', 'in', lost)
    .execute();
  const gone = await tx
    .deleteFrom('search_words')
    .where('word', 'in', lost)
    .where('word', '<>', VISIBLE)
    .where('specimens', '<=', 0)
    .returning('word')
    .execute();
  for (const { word } of gone) {
    const spellings = deletionKeysOf(word);
    if (isWord(word) && spellings.length > 0) {
      await tx.deleteFrom('search_spellings').where('spelling', 'in', spellings).where('word', '=', word).execute();
    }
  }
}

/** The rows that let these words be found though they are mistyped. */
export const spellingRows = (words: Iterable<string>): { spelling: string; word: string }[] =>
  [...words].filter(isWord).flatMap((word) => deletionKeysOf(word).map((spelling) => ({ spelling, word })));
