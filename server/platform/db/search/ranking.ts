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
  const similar = await similarWords(
    db,
    words.filter((word) => Array.from(word).length >= SHORTEST_FORGIVEN),
  );
  const short = words.filter((word) => Array.from(word).length <= SHORT);
  const known = await countsOf(db, [...short.flatMap((word) => [word, beginning(word)]), ...[...similar.values()].flat()]);
  const matches = (keys: string[], fit: number): Match[] =>
    keys.flatMap((key) => (known.has(key) ? [{ key, fit, specimens: known.get(key) ?? 0 }] : []));
  const meanings: Meaning[] = [];
  for (const word of words) {
    if (short.includes(word)) meanings.push({ close: [...matches([word], EXACT), ...matches([beginning(word)], BEGINNING)], distant: [] });
    else {
      const mistyped = similar.get(word) ?? [];
      const kind = (wanted: 'word' | 'beginning') =>
        matches(
          mistyped.filter((other) => misspelling(word, other) === wanted),
          MISTYPED,
        )
          .toSorted((a, b) => b.specimens - a.specimens)
          .slice(0, MOST_MISTYPED);
      meanings.push({ close: [...(await beginningWith(db, word)), ...kind('word')], distant: kind('beginning') });
    }
  }
  return meanings;
}

/** The word itself first, then the most frequent ones that begin with it. */
async function beginningWith(db: Db | Tx, typed: string): Promise<Match[]> {
  const found = await db
    .selectFrom('search_words')
    .select(['word', 'specimens'])
    .where('word', '>=', typed)
    .where('word', '<', `${typed}\u{10ffff}`)
    .orderBy((eb) => eb('word', '=', typed), 'desc')
    .orderBy('specimens', 'desc')
    .orderBy('word')
    .limit(MOST_BEGINNINGS)
    .execute();
  return found.map(({ word, specimens }) => ({ key: word, specimens, fit: word === typed ? EXACT : BEGINNING }));
}

/** For each typed word, in alphabetical order, those that it may be mistyped for. */
async function similarWords(db: Db | Tx, typed: string[]): Promise<Map<string, string[]>> {
  const spellings = typed.flatMap(spellingsOf);
  if (spellings.length === 0) return new Map();
  const rows = await db
    .selectFrom('search_spellings')
    .select(['spelling', 'word'])
    .where('spelling', 'in', spellings)
    .orderBy('word')
    .execute();
  const byKey = Map.groupBy(rows, ({ spelling }) => spelling);
  return new Map(
    typed.map((word) => {
      const candidates = new Set(spellingsOf(word).flatMap((key) => byKey.get(key)?.map((row) => row.word) ?? []));
      return [word, [...candidates].filter((other) => !other.startsWith(word) && misspelling(word, other) !== null).sort()];
    }),
  );
}

/** How many specimens have each of these; a word that is not known is missing. */
async function countsOf(db: Db | Tx, words: string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map();
  const rows = await db.selectFrom('search_words').select(['word', 'specimens']).where('word', 'in', words).execute();
  return new Map(rows.map(({ word, specimens }) => [word, specimens]));
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
