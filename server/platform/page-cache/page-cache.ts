/** Responses under their cache keys: made once for any number of concurrent requests, bounded, and invalidated by tags. */
import { type CachedResponse, toCached, type UncachedResponse } from './cached-response.ts';

const MAX_RESPONSES = 4_000;
const MAX_BYTES = 64 * 2 ** 20;

/** Tags of what has changed; null: everything. */
export type Invalidation = readonly string[] | null;

export type PageCache = {
  get(key: string): CachedResponse | undefined;
  /**
   * The cached response, or else what `make` makes: once for all concurrent requests, and cached unless its tags are null or one of them has been
   * invalidated since it was begun. A request after an invalidation never gets a response begun before it. An error rejects all who wait and is not cached.
   */
  respond(key: string, make: () => Promise<UncachedResponse>): Promise<CachedResponse>;
  /** Drops the responses that carry one of these tags. */
  invalidate(tags: Invalidation): void;
  size(): { responses: number; bytes: number };
};

/** A response that is being made, with the invalidations since it was begun. */
type Flight = { done: Promise<CachedResponse>; invalidations: Invalidation[] };

/** `isUsed`: read since entries were last evicted. */
type Entry = { response: CachedResponse; isUsed: boolean };

/** Both limits hold at once; with `maxResponses` 0 nothing is cached. */
export function createPageCache({ maxResponses = MAX_RESPONSES, maxBytes = MAX_BYTES } = {}): PageCache {
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight>();
  let bytes = 0;

  function remove(key: string, { response }: Entry): void {
    entries.delete(key);
    bytes -= response.bytes;
  }

  function add(key: string, entry: Entry): void {
    entries.set(key, entry);
    bytes += entry.response.bytes;
  }

  /** Evicts the oldest first, but gives used entries a second chance: moving an entry at each use would cost half as much as sending it. */
  function makeRoom(needed: number): void {
    for (const [key, entry] of entries) {
      if (entries.size < maxResponses && bytes + needed <= maxBytes) break;
      remove(key, entry);
      if (entry.isUsed) add(key, { ...entry, isUsed: false });
    }
  }

  function put(key: string, response: CachedResponse): void {
    const before = entries.get(key);
    if (before) remove(key, before);
    makeRoom(response.bytes);
    if (entries.size < maxResponses && response.bytes <= maxBytes) add(key, { response, isUsed: false });
  }

  function get(key: string): CachedResponse | undefined {
    const entry = entries.get(key);
    if (entry) entry.isUsed = true;
    return entry?.response;
  }

  function begin(key: string, make: () => Promise<UncachedResponse>): Promise<CachedResponse> {
    const invalidations: Invalidation[] = [];
    const done = make()
      .then(toCached)
      .then((response) => {
        if (response.tags && !invalidations.some((tags) => isMadeFrom(response, tags))) put(key, response);
        return response;
      })
      .finally(() => flights.delete(key));
    flights.set(key, { done, invalidations });
    return done;
  }

  return {
    get,
    async respond(key, make) {
      for (;;) {
        const ready = get(key);
        if (ready) return ready;
        const flight = flights.get(key);
        if (!flight) return begin(key, make);
        const missed = flight.invalidations.length;
        const response = await flight.done;
        if (!flight.invalidations.slice(0, missed).some((tags) => isMadeFrom(response, tags))) return response;
      }
    },
    invalidate(tags) {
      for (const { invalidations } of flights.values()) invalidations.push(tags);
      for (const [key, entry] of entries) if (isMadeFrom(entry.response, tags)) remove(key, entry);
    },
    size: () => ({ responses: entries.size, bytes }),
  };
}

/** A response without tags may be made from anything. */
const isMadeFrom = ({ tags }: CachedResponse, changed: Invalidation): boolean =>
  tags === null || changed === null || changed.some((tag) => tags.has(tag));
