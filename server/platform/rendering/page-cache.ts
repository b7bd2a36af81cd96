/** Answers kept ready under their addresses: made once however many ask, bounded, dropped by the tags of what they were made of. */
import { type Answer, type KeptAnswer, keep } from './kept-answer.ts';

const MOST_ANSWERS = 4_000;
const MOST_BYTES = 64 * 2 ** 20;

/** Tags of what has changed; null: everything. */
export type Drop = readonly string[] | null;

export type PageCache = {
  /** What is kept under an address. */
  get(address: string): KeptAnswer | undefined;
  /**
   * What is kept, or else what `make` makes; made once for all who ask meanwhile, and kept if it may be and nothing it was made of has changed since
   * it was begun. Whoever asks after a change never gets what was begun before it. A failure is that of all who wait, and is forgotten.
   */
  answer(address: string, make: () => Promise<Answer>): Promise<KeptAnswer>;
  /** Drops what was made of any of these. */
  drop(tags: Drop): void;
  size(): { answers: number; bytes: number };
};

/** An answer that is being made, with what has changed since it was begun. */
type Flight = { done: Promise<KeptAnswer>; drops: Drop[] };

/** @param limits both at once; with 0 answers nothing is kept. */
export function createPageCache({ answers: mostAnswers = MOST_ANSWERS, bytes: mostBytes = MOST_BYTES } = {}): PageCache {
  // The one unused for longest comes first.
  const kept = new Map<string, KeptAnswer>();
  const flights = new Map<string, Flight>();
  let bytes = 0;

  function remove(address: string, answer: KeptAnswer): void {
    kept.delete(address);
    bytes -= answer.bytes;
  }

  function add(address: string, answer: KeptAnswer): void {
    const before = kept.get(address);
    if (before) remove(address, before);
    kept.set(address, answer);
    bytes += answer.bytes;
    for (const [oldest, old] of kept) {
      if (kept.size <= mostAnswers && bytes <= mostBytes) break;
      remove(oldest, old);
    }
  }

  function get(address: string): KeptAnswer | undefined {
    const answer = kept.get(address);
    // Far from the limits nothing is removed, and the order does not matter.
    if (answer && (kept.size > mostAnswers / 2 || bytes > mostBytes / 2)) {
      kept.delete(address);
      kept.set(address, answer);
    }
    return answer;
  }

  function begin(address: string, make: () => Promise<Answer>): Promise<KeptAnswer> {
    const drops: Drop[] = [];
    const done = make()
      .then(keep)
      .then((answer) => {
        if (answer.tags && !drops.some((drop) => isDropped(answer, drop))) add(address, answer);
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
      for (const [address, answer] of kept) if (isDropped(answer, tags)) remove(address, answer);
    },
    size: () => ({ answers: kept.size, bytes }),
  };
}

/** What does not say what it was made of is dropped by everything. */
const isDropped = ({ tags }: KeptAnswer, drop: Drop): boolean => tags === null || drop === null || drop.some((tag) => tags.has(tag));
