/** Which specimens a term finds, best first. Bounded: a word is looked up as at most some hundred words, and each of those in a few rows. */
import { setImmediate } from 'node:timers/promises';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { deletionKeysOf, MIN_FUZZY_LENGTH, typingErrors } from './fuzzy-matching.ts';
import { CHUNK, entriesOf, firstOf, offsetIn, placeIn } from './postings.ts';
import { beginning, HIDDEN, SEARCH_FIELDS, SHORT, VISIBLE } from './search-document.ts';

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

const MAX_PREFIXES = 100;
const MAX_TYPING_ERRORS = 40;
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
  const hidden: Fits = sight.hidden ? new Map() : await fitsOf(db, [{ key: HIDDEN, fit: EXACT, specimens: 0 }]);
  let ranks: Ranks | null = null;
  for (const { close, distant } of meanings) {
    const fits = await fitsOf(db, close);
    let next = narrowed(ranks, fits, hidden);
    if (next.size === 0) {
      if (distant.length === 0 || narrowed(null, fits, hidden).size > 0) return NOTHING;
      next = narrowed(ranks, await fitsOf(db, distant), hidden);
    }
    ranks = next;
    // A term may have many words: others get their turn between them.
    await setImmediate();
  }
  return inOrder(ranks ?? new Map());
}

const sizeOf = (matches: Match[]) => matches.reduce((sum, { specimens }) => sum + specimens, 0);

async function meaningsOf(db: Db | Tx, words: string[]): Promise<Meaning[]> {
  const short = words.filter((word) => Array.from(word).length <= SHORT);
  const known = await countsOf(db, [...short, ...short.map(beginning)]);
  const similar = await similarWords(
    db,
    words.filter((word) => Array.from(word).length >= MIN_FUZZY_LENGTH),
  );
  const meanings: Meaning[] = [];
  for (const word of words) {
    if (short.includes(word)) {
      const keys = [word, beginning(word)].filter((key) => known.has(key));
      meanings.push({
        close: keys.map((key) => ({ key, specimens: known.get(key) ?? 0, fit: key === word ? EXACT : BEGINNING })),
        distant: [],
      });
    } else {
      const { close = [], distant = [] } = similar.get(word) ?? {};
      meanings.push({ close: [...(await beginningWith(db, word)), ...close], distant });
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
    .limit(MAX_PREFIXES)
    .execute();
  return found.map(({ word, specimens }) => ({ key: word, specimens, fit: word === typed ? EXACT : BEGINNING }));
}

/** For each typed word the most frequent ones that it may be mistyped for, and those whose beginning it may be. */
async function similarWords(db: Db | Tx, typed: string[]): Promise<Map<string, Meaning>> {
  if (typed.length === 0) return new Map();
  const rows = await db
    .selectFrom('search_spellings')
    .innerJoin('search_words', 'search_words.word', 'search_spellings.word')
    .select(['spelling', 'search_words.word as key', 'specimens'])
    .where('spelling', 'in', typed.flatMap(deletionKeysOf))
    .execute();
  const bySpelling = Map.groupBy(rows, ({ spelling }) => spelling);
  return new Map(
    typed.map((word) => {
      const candidates = new Map(deletionKeysOf(word).flatMap((spelling) => (bySpelling.get(spelling) ?? []).map((row) => [row.key, row])));
      const all = [...candidates.values()].filter(({ key }) => !key.startsWith(word));
      all.sort((a, b) => b.specimens - a.specimens || (a.key < b.key ? -1 : 1));
      const fits = Map.groupBy(all, ({ key }) => typingErrors(word, key));
      const most = (fit: 'word' | 'beginning') =>
        (fits.get(fit) ?? []).slice(0, MAX_TYPING_ERRORS).map(({ key, specimens }) => ({ key, specimens, fit: MISTYPED }));
      return [word, { close: most('word'), distant: most('beginning') }];
    }),
  );
}

/** How many specimens there are, from the index: to count them one by one takes milliseconds where there are very many. */
export async function countAll(db: Db | Tx, sight: { hidden: boolean }): Promise<number> {
  const counts = await countsOf(db, sight.hidden ? [VISIBLE, HIDDEN] : [VISIBLE]);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
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
    const base = (fitOf.get(word) ?? 0) * SEARCH_FIELDS.length;
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

const UNRANKED = new Int32Array(CHUNK);

/** The rank of each fit. */
const rankOf = Int32Array.from({ length: NONE + 1 }, (_, fit) =>
  fit === NONE ? OUT : Math.floor(fit / SEARCH_FIELDS.length) * FIT_STEP + (fit % SEARCH_FIELDS.length),
);

/** What is in both, the ranks added up; with null everything that fits and is not hidden. */
function narrowed(ranks: Ranks | null, fits: Fits, hidden: Fits): Ranks {
  const left: Ranks = new Map();
  for (const [chunk, best] of fits) {
    const sums = ranks ? ranks.get(chunk) : UNRANKED;
    if (!sums) continue;
    const unseen = ranks ? undefined : hidden.get(chunk);
    const next = new Int32Array(CHUNK).fill(OUT);
    let isEmpty = true;
    for (let at = 0; at < CHUNK; at++) {
      const sum = sums[at] as number;
      const rank = rankOf[best[at] as number] as number;
      if (sum === OUT || rank === OUT || (unseen && unseen[at] !== NONE)) continue;
      next[at] = sum + rank;
      isEmpty = false;
    }
    if (!isEmpty) left.set(chunk, next);
  }
  return left;
}

/** Sorted by counting: there are few ranks and many ids. */
function inOrder(found: Ranks): Ranked {
  let worst = OUT;
  for (const sums of found.values()) for (let at = 0; at < CHUNK; at++) worst = Math.max(worst, sums[at] as number);
  const counts = new Int32Array(worst + 1);
  for (const sums of found.values()) {
    for (let at = 0; at < CHUNK; at++) {
      const rank = sums[at] as number;
      if (rank !== OUT) counts[rank] = (counts[rank] as number) + 1;
    }
  }
  let total = 0;
  /** Where the next id of each rank goes. */
  const next = counts.map((count) => {
    total += count;
    return total - count;
  });
  const ids = new Int32Array(total);
  const ranks = new Int32Array(total);
  for (const chunk of [...found.keys()].sort((a, b) => b - a)) {
    const sums = found.get(chunk) ?? new Int32Array();
    for (let at = sums.length - 1; at >= 0; at--) {
      const rank = sums[at] as number;
      if (rank === OUT) continue;
      const place = next[rank] as number;
      next[rank] = place + 1;
      ids[place] = firstOf(chunk) + at;
      ranks[place] = rank;
    }
  }
  return { ids, ranks };
}
