/** Answers kept ready under their addresses: made once however many ask, bounded, dropped by the tags of what they were made of. */
import { type Answer, type CachedResponse, keep } from './cached-response.ts';

const MAX_RESPONSES = 4_000;
const MAX_BYTES = 64 * 2 ** 20;

/** Tags of what has changed; null: everything. */
export type Drop = readonly string[] | null;

export type PageCache = {
  /** What is kept under an address. */
  get(address: string): CachedResponse | undefined;
  /**
   * What is kept, or else what `make` makes; made once for all who ask meanwhile, and kept if it may be and nothing it was made of has changed since
   * it was begun. Whoever asks after a change never gets what was begun before it. A failure is that of all who wait, and is forgotten.
   */
  answer(address: string, make: () => Promise<Answer>): Promise<CachedResponse>;
  /** Drops what was made of any of these. */
  drop(tags: Drop): void;
  size(): { answers: number; bytes: number };
};

/** An answer that is being made, with what has changed since it was begun. */
type Flight = { done: Promise<CachedResponse>; drops: Drop[] };

/** `isUsed`: since room was last made. */
type Place = { answer: CachedResponse; isUsed: boolean };

/** @param limits both at once; with 0 answers nothing is kept. */
export function createPageCache({ answers: mostAnswers = MAX_RESPONSES, bytes: mostBytes = MAX_BYTES } = {}): PageCache {
  const kept = new Map<string, Place>();
  const flights = new Map<string, Flight>();
  let bytes = 0;

  function remove(address: string, { answer }: Place): void {
    kept.delete(address);
    bytes -= answer.bytes;
  }

  function add(address: string, place: Place): void {
    kept.set(address, place);
    bytes += place.answer.bytes;
  }

  /** The oldest go first, but what was used gets one more turn: moving it at each use would cost half as much again as sending it. */
  function makeRoom(needed: number): void {
    for (const [address, place] of kept) {
      if (kept.size < mostAnswers && bytes + needed <= mostBytes) break;
      remove(address, place);
      if (place.isUsed) add(address, { ...place, isUsed: false });
    }
  }

  function put(address: string, answer: CachedResponse): void {
    const before = kept.get(address);
    if (before) remove(address, before);
    makeRoom(answer.bytes);
    if (kept.size < mostAnswers && answer.bytes <= mostBytes) add(address, { answer, isUsed: false });
  }

  function get(address: string): CachedResponse | undefined {
    const place = kept.get(address);
    if (place) place.isUsed = true;
    return place?.answer;
  }

  function begin(address: string, make: () => Promise<Answer>): Promise<CachedResponse> {
    const drops: Drop[] = [];
    const done = make()
      .then(keep)
      .then((answer) => {
        if (answer.tags && !drops.some((drop) => isDropped(answer, drop))) put(address, answer);
        return answer;
      })
      .finally(() => flights.delete(address));
    flights.set(address, { done, drops });
    return done;
  }

  return {
    get,
    async answer(address, make) {
      for (;;) {
        const ready = get(address);
        if (ready) return ready;
        const flight = flights.get(address);
        if (!flight) return begin(address, make);
        const missed = flight.drops.length;
        const answer = await flight.done;
        if (!flight.drops.slice(0, missed).some((drop) => isDropped(answer, drop))) return answer;
      }
    },
    drop(tags) {
      for (const { drops } of flights.values()) drops.push(tags);
      for (const [address, place] of kept) if (isDropped(place.answer, tags)) remove(address, place);
    },
    size: () => ({ answers: kept.size, bytes }),
  };
}

/** What does not say what it was made of is dropped by everything. */
const isDropped = ({ tags }: CachedResponse, drop: Drop): boolean => tags === null || drop === null || drop.some((tag) => tags.has(tag));
