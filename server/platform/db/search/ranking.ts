/** Which specimens a term finds, best first. Bounded: a word is looked up as at most some hundred words, and each of those in a few rows. */
import { setImmediate } from 'node:timers/promises';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { misspelling, SHORTEST_FORGIVEN, spellingsOf } from '#server/platform/search/typing-errors.ts';
import { beginning, PLACES, SHORT, VISIBLE } from './document.ts';
import { CHUNK, entriesOf, firstOf, offsetIn, placeIn } from './postings.ts';

/** Ids by rank, and ids of equal rank by their number, the newest first. A lower rank is a better one. */
export type Ranked = { ids: Int32Array; ranks: Int32Array };

const NOTHING: Ranked = { ids: new Int32Array(), ranks: new Int32Array() };

/** How a word fits: better ones first. */
const EXACT = 0;
const BEGINNING = 1;
const MISTYPED = 2;

/** A word of the index that a typed one stands for. */
type Match = { key: string; fit: number; specimens: number };
/** What a typed word may stand for. `distant`: beginnings with a typing error, looked at where the others find nothing. */
type Meaning = { close: Match[]; distant: Match[] };

const MOST_BEGINNINGS = 100;
const MOST_MISTYPED = 40;
/** Fits of many words add up; where they stand decides among equal fits only. */
const FIT_STEP = 1024;
const NONE = 255;
const OUT = -1;

/**
 * @param words folded, each once; all must match.
 * @param sight `hidden`: what visitors do not see, too.
 */
export async function rankMatches(db: Db | Tx, words: string[], sight: { hidden: boolean }): Promise<Ranked> {
  if (words.length === 0) return NOTHING;
  const meanings = await meaningsOf(db, words);
  if (meanings.some(({ close, distant }) => close.length + distant.length === 0)) return NOTHING;
  // The rarest first: what it leaves decides how much of the others has to be looked at.
  meanings.sort((a, b) => sizeOf(a.close) - sizeOf(b.close));
  let ranks = sight.hidden ? null : firstRanks(await fitsOf(db, [{ key: VISIBLE, fit: EXACT, specimens: 0 }]));
  const everything = ranks && new Map(ranks);
  for (const { close, distant } of meanings) {
    const fits = await fitsOf(db, close);
    const next = ranks ? both(ranks, fits) : firstRanks(fits);
    if (next.size > 0) ranks = next;
    else if (distant.length === 0 || (everything ? both(everything, fits) : fits).size > 0) return NOTHING;
    else {
      const further = await fitsOf(db, distant);
      ranks = ranks ? both(ranks, further) : firstRanks(further);
    }
    // A term may have many words: others get their turn between them.
    await setImmediate();
  }
  return inOrder(ranks ?? new Map());
}

const sizeOf = (matches: Match[]) => matches.reduce((sum, { specimens }) => sum + specimens, 0);

async function meaningsOf(db: Db | Tx, words: string[]): Promise<Meaning[]> {
  const isShort = (word: string) => Array.from(word).length <= SHORT;
  const short = words.filter(isShort);
  const keys = short.flatMap((word) => [word, beginning(word)]);
  const known = new Map(short.length > 0 ? (await selectWords(db, keys)).map((row) => [row.word, row.specimens]) : []);
  const meanings: Meaning[] = [];
  for (const word of words) {
    if (!isShort(word)) meanings.push(await meaningOf(db, word));
    else {
      const found = [
        { key: word, fit: EXACT },
        { key: beginning(word), fit: BEGINNING },
      ].flatMap(({ key, fit }) => (known.has(key) ? [{ key, fit, specimens: known.get(key) ?? 0 }] : []));
      meanings.push({ close: found, distant: [] });
    }
  }
  return meanings;
}

async function meaningOf(db: Db | Tx, typed: string): Promise<Meaning> {
  const beginnings = await db
    .selectFrom('search_words')
    .select(['word', 'specimens'])
    .where('word', '>=', typed)
    .where('word', '<', `${typed}\u{10ffff}`)
    .orderBy((eb) => eb('word', '=', typed), 'desc')
    .orderBy('specimens', 'desc')
    .orderBy('word')
    .limit(MOST_BEGINNINGS)
    .execute();
  const close: Match[] = beginnings.map(({ word, specimens }) => ({ key: word, specimens, fit: word === typed ? EXACT : BEGINNING }));
  if (Array.from(typed).length < SHORTEST_FORGIVEN) return { close, distant: [] };
  const similar = await selectSimilar(db, typed);
  const kind = (wanted: 'word' | 'beginning') =>
    similar
      .filter(({ word }) => !word.startsWith(typed) && misspelling(typed, word) === wanted)
      .slice(0, MOST_MISTYPED)
      .map(({ word, specimens }) => ({ key: word, specimens, fit: MISTYPED }));
  return { close: [...close, ...kind('word')], distant: kind('beginning') };
}

async function selectWords(db: Db | Tx, words: string[]) {
  return db.selectFrom('search_words').select(['word', 'specimens']).where('word', 'in', words).execute();
}

/** Words with a key in common, the most frequent first. */
async function selectSimilar(db: Db | Tx, typed: string) {
  return db
    .selectFrom('search_words')
    .select(['word', 'specimens'])
    .where('word', 'in', (eb) => eb.selectFrom('search_spellings').select('word').where('spelling', 'in', spellingsOf(typed)))
    .orderBy('specimens', 'desc')
    .orderBy('word')
    .execute();
}

/** Of each chunk, how well each of its ids fits: a number that is lower the better, or NONE. */
type Fits = Map<number, Uint8Array>;

async function fitsOf(db: Db | Tx, matches: Match[]): Promise<Fits> {
  const fits: Fits = new Map();
  if (matches.length === 0) return fits;
  const fitOf = new Map(matches.map(({ key, fit }) => [key, fit]));
  const rows = await db
    .selectFrom('search_postings')
    .select(['word', 'chunk', 'entries'])
    .where('word', 'in', [...fitOf.keys()])
    .execute();
  for (const { word, chunk, entries } of rows) {
    const base = (fitOf.get(word) ?? 0) * PLACES.length;
    const best = fits.get(chunk) ?? new Uint8Array(CHUNK).fill(NONE);
    fits.set(chunk, best);
    const list = entriesOf(entries);
    for (let at = 0; at < list.length; at++) {
      const entry = list[at] as number;
      const offset = offsetIn(entry);
      const fit = base + placeIn(entry);
      if (fit < (best[offset] as number)) best[offset] = fit;
    }
  }
  return fits;
}

/** Of each chunk, the ranks of its ids, or OUT. */
type Ranks = Map<number, Int32Array>;

/** The rank of each fit. */
const rankOf = Int32Array.from({ length: NONE + 1 }, (_, fit) =>
  fit === NONE ? OUT : Math.floor(fit / PLACES.length) * FIT_STEP + (fit % PLACES.length),
);

function firstRanks(fits: Fits): Ranks {
  const ranks: Ranks = new Map();
  for (const [chunk, best] of fits) {
    const sums = new Int32Array(CHUNK);
    for (let at = 0; at < CHUNK; at++) sums[at] = rankOf[best[at] as number] as number;
    ranks.set(chunk, sums);
  }
  return ranks;
}

/** What is in both, the ranks added up. */
function both(ranks: Ranks, fits: Fits): Ranks {
  const left: Ranks = new Map();
  for (const [chunk, sums] of ranks) {
    const best = fits.get(chunk);
    if (!best) continue;
    const next = new Int32Array(CHUNK).fill(OUT);
    let isEmpty = true;
    for (let at = 0; at < CHUNK; at++) {
      const sum = sums[at] as number;
      const rank = rankOf[best[at] as number] as number;
      if (sum === OUT || rank === OUT) continue;
      next[at] = sum + rank;
      isEmpty = false;
    }
    if (!isEmpty) left.set(chunk, next);
  }
  return left;
}

/** Sorted by counting: there are few ranks and many ids. */
function inOrder(found: Ranks): Ranked {
  const counts = new Map<number, number>();
  for (const sums of found.values()) for (const rank of sums) if (rank !== OUT) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const next = new Map<number, number>();
  let total = 0;
  for (const rank of [...counts.keys()].sort((a, b) => a - b)) {
    next.set(rank, total);
    total += counts.get(rank) ?? 0;
  }
  const ids = new Int32Array(total);
  const ranks = new Int32Array(total);
  for (const chunk of [...found.keys()].sort((a, b) => b - a)) {
    const sums = found.get(chunk) ?? new Int32Array();
    for (let at = sums.length - 1; at >= 0; at--) {
      const rank = sums[at] as number;
      if (rank === OUT) continue;
      const place = next.get(rank) ?? 0;
      next.set(rank, place + 1);
      ids[place] = firstOf(chunk) + at;
      ranks[place] = rank;
    }
  }
  return { ids, ranks };
}
