/** Bounded: a typed token stands for some hundred tokens at most, a few rows each. */
import { setImmediate } from 'node:timers/promises';
import type { Db, Tx } from '#platform/db/db.ts';
import { deletionKeysOf, fuzzyMatch, MIN_FUZZY_LENGTH } from './fuzzy-matching.ts';
import { CHUNK_SIZE, decodeEntries, fieldIn, firstIdOf, offsetIn } from './postings.ts';
import {
  selectBeginningWith,
  selectByDeletionKeys,
  selectCounts,
  selectPostings,
} from './ranking.queries.ts';
import {
  HIDDEN,
  MAX_INDEXED_PREFIX,
  prefixKey,
  SEARCH_FIELDS,
  VISIBLE,
} from './search-document.ts';
import { isExact, isOfName, tokensOfTerm } from './tokens.ts';

/** Ids by rank, newest first within one. A lower rank is better. */
export type Ranked = { ids: Int32Array; ranks: Int32Array };

type Visibility = { hidden: boolean };

const NOTHING: Ranked = { ids: new Int32Array(), ranks: new Int32Array() };

const matchKind = { exact: 0, prefix: 1, fuzzy: 2 } as const;

type Candidate = { key: string; kind: number; specimens: number };
/** `fallback` is tried where `likely` finds nothing. */
type Candidates = { likely: Candidate[]; fallback: Candidate[] };

const MAX_PREFIX_MATCHES = 100;
const MAX_FUZZY_MATCHES = 40;
/** Kinds of many tokens add up; fields decide only among equal sums. */
const KIND_STEP = 1024;
const NO_MATCH = 255;
const UNRANKED = -1;

/** Terms that find the same get one form. */
export const canonicalTerm = (term: string): string => tokensOfTerm(term).join(' ');

export async function rankMatches(
  db: Db | Tx,
  term: string,
  visibility: Visibility,
): Promise<Ranked> {
  const tokens = tokensOfTerm(term);
  if (tokens.length === 0) return NOTHING;
  const candidates = await candidatesOf(db, tokens);
  if (candidates.some(({ likely, fallback }) => likely.length + fallback.length === 0))
    return NOTHING;
  // The rarest first: it limits the others.
  candidates.sort((a, b) => specimensOf(a.likely) - specimensOf(b.likely));
  const hidden: Matches = visibility.hidden
    ? new Map()
    : await matchesOf(db, [{ key: HIDDEN, kind: matchKind.exact, specimens: 0 }]);
  let ranks: Ranks | null = null;
  for (const { likely, fallback } of candidates) {
    const matches = await matchesOf(db, likely);
    let next = narrowed(ranks, matches, hidden);
    if (next.size === 0) {
      if (fallback.length === 0 || narrowed(null, matches, hidden).size > 0) return NOTHING;
      next = narrowed(ranks, await matchesOf(db, fallback), hidden);
    }
    ranks = next;
    // Other requests get their turn between tokens.
    await setImmediate();
  }
  return inRankOrder(ranks ?? new Map());
}

/** Asks the index: counting rows takes milliseconds in a very large shop. */
export async function countIndexed(db: Db | Tx, visibility: Visibility): Promise<number> {
  const counts = await selectCounts(db, visibility.hidden ? [VISIBLE, HIDDEN] : [VISIBLE]);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

const specimensOf = (candidates: Candidate[]) =>
  candidates.reduce((sum, { specimens }) => sum + specimens, 0);

async function candidatesOf(db: Db | Tx, tokens: string[]): Promise<Candidates[]> {
  const lengthOf = (token: string) => Array.from(token).length;
  const short = tokens.filter((token) => lengthOf(token) <= MAX_INDEXED_PREFIX);
  const counts = await selectCounts(db, [...short, ...short.map(prefixKey)]);
  const similar = await similarTokens(
    db,
    tokens.filter((token) => lengthOf(token) >= MIN_FUZZY_LENGTH && !isExact(token)),
  );
  const candidates: Candidates[] = [];
  for (const token of tokens) {
    if (short.includes(token)) {
      const keys = [token, prefixKey(token)].filter((key) => counts.has(key));
      candidates.push({
        likely: keys.map((key) => candidate(token, key, counts.get(key) ?? 0)),
        fallback: [],
      });
    } else {
      const { likely = [], fallback = [] } = similar.get(token) ?? {};
      const prefixed = await selectBeginningWith(db, token, MAX_PREFIX_MATCHES);
      candidates.push({
        likely: [...prefixed.map((row) => candidate(token, row.token, row.specimens)), ...likely],
        fallback,
      });
    }
  }
  return candidates;
}

const candidate = (typed: string, key: string, specimens: number): Candidate => ({
  key,
  specimens,
  kind: key === typed ? matchKind.exact : matchKind.prefix,
});

async function similarTokens(db: Db | Tx, typed: string[]): Promise<Map<string, Candidates>> {
  if (typed.length === 0) return new Map();
  const rows = Map.groupBy(
    await selectByDeletionKeys(db, typed.flatMap(deletionKeysOf)),
    (row) => row.deletion_key,
  );
  return new Map(
    typed.map((typedToken) => {
      const found = new Map(
        deletionKeysOf(typedToken).flatMap((key) =>
          (rows.get(key) ?? []).map((row) => [row.token, row]),
        ),
      );
      const beginning = isOfName(typedToken) ? typedToken.charAt(0) : '';
      const similar = [...found.values()].filter(
        ({ token }) => !token.startsWith(typedToken) && token.startsWith(beginning),
      );
      similar.sort((a, b) => b.specimens - a.specimens || (a.token < b.token ? -1 : 1));
      const byMatch = Map.groupBy(similar, ({ token }) => fuzzyMatch(typedToken, token));
      const mostFrequent = (match: 'token' | 'prefix') =>
        (byMatch.get(match) ?? [])
          .slice(0, MAX_FUZZY_MATCHES)
          .map(({ token, specimens }) => ({ key: token, specimens, kind: matchKind.fuzzy }));
      return [typedToken, { likely: mostFrequent('token'), fallback: mostFrequent('prefix') }];
    }),
  );
}

/** Kind and field of each id in one number, by chunk; lower is better, or NO_MATCH. */
type Matches = Map<number, Uint8Array>;

async function matchesOf(db: Db | Tx, candidates: Candidate[]): Promise<Matches> {
  const matches: Matches = new Map();
  if (candidates.length === 0) return matches;
  const kindOf = new Map(candidates.map(({ key, kind }) => [key, kind]));
  for (const { token, chunk, entries } of await selectPostings(db, [...kindOf.keys()])) {
    const base = (kindOf.get(token) ?? 0) * SEARCH_FIELDS.length;
    const best = matches.get(chunk) ?? new Uint8Array(CHUNK_SIZE).fill(NO_MATCH);
    matches.set(chunk, best);
    const list = decodeEntries(entries);
    for (let at = 0; at < list.length; at++) {
      const entry = list[at] as number;
      const offset = offsetIn(entry);
      const match = base + fieldIn(entry);
      if (match < (best[offset] as number)) best[offset] = match;
    }
  }
  return matches;
}

/** The first `size` offsets are ranked and ascend, each with its sum. */
type RankedChunk = { size: number; offsets: Int32Array; sums: Int32Array };
type Ranks = Map<number, RankedChunk>;

const rankOf = Int32Array.from({ length: NO_MATCH + 1 }, (_, match) =>
  match === NO_MATCH
    ? UNRANKED
    : Math.floor(match / SEARCH_FIELDS.length) * KIND_STEP + (match % SEARCH_FIELDS.length),
);

/** @param ranks null: every match that is not hidden. */
function narrowed(ranks: Ranks | null, matches: Matches, hidden: Matches): Ranks {
  const left: Ranks = new Map();
  for (const [chunk, best] of matches) {
    const before = ranks?.get(chunk);
    if (ranks && !before) continue;
    const excluded = ranks ? undefined : hidden.get(chunk);
    // A chunk mostly keeps a few of its ids.
    const count = before?.size ?? CHUNK_SIZE;
    const offsets = new Int32Array(count);
    const sums = new Int32Array(count);
    let size = 0;
    for (let at = 0; at < count; at++) {
      const offset = before ? (before.offsets[at] as number) : at;
      const rank = rankOf[best[offset] as number] as number;
      if (rank === UNRANKED || (excluded && excluded[offset] !== NO_MATCH)) continue;
      offsets[size] = offset;
      sums[size] = before ? (before.sums[at] as number) + rank : rank;
      size += 1;
    }
    if (size > 0) left.set(chunk, { size, offsets, sums });
  }
  return left;
}

/** A counting sort: ranks are few and ids many. */
function inRankOrder(found: Ranks): Ranked {
  let worst = UNRANKED;
  for (const { size, sums } of found.values())
    for (let at = 0; at < size; at++) worst = Math.max(worst, sums[at] as number);
  const counts = new Int32Array(worst + 1);
  for (const { size, sums } of found.values()) {
    for (let at = 0; at < size; at++)
      counts[sums[at] as number] = (counts[sums[at] as number] as number) + 1;
  }
  let total = 0;
  const next = counts.map((count) => {
    total += count;
    return total - count;
  });
  const ids = new Int32Array(total);
  const ranks = new Int32Array(total);
  for (const [chunk, { size, offsets, sums }] of [...found].sort(([a], [b]) => b - a)) {
    for (let at = size - 1; at >= 0; at--) {
      const rank = sums[at] as number;
      const place = next[rank] as number;
      next[rank] = place + 1;
      ids[place] = firstIdOf(chunk) + (offsets[at] as number);
      ranks[place] = rank;
    }
  }
  return { ids, ranks };
}
