/** Concurrent requests share what is made. */

import { type Budget, createCacheStore } from './cache-store.ts';
import { type CachedResponse, toCached, type UncachedResponse } from './cached-response.ts';
import { createTaggedMemory, type TaggedMemory } from './tagged-memory.ts';

const PAGES: Budget = { maxResponses: 4_000, maxBytes: 48 * 2 ** 20 };
const SEARCHES: Budget = { maxResponses: 1_000, maxBytes: 16 * 2 ** 20 };
/** Per memory; some hundred bytes a value. */
const VALUES = 20_000;

/** Tags of what has changed; null: everything. */
export type Invalidation = readonly string[] | null;

export type PageCache = {
  get(key: string): CachedResponse | undefined;
  /**
   * Makes a missing response once for all concurrent requests, and caches it unless its tags are
   * null or one of them has been invalidated since it was begun. A request after an invalidation
   * never gets a response begun before it. An error rejects all who wait and is not cached.
   */
  respond(key: string, make: () => Promise<UncachedResponse>): Promise<CachedResponse>;
  /**
   * An invalidation dropped the response under the key, which has no query, and nothing has
   * replaced or claimed it since.
   */
  isLost(key: string): boolean;
  /** Claims a lost response. One that is invalidated again while it is made is lost again. */
  takeLost(key: string): boolean;
  openMemory<T>(): TaggedMemory<T>;
  invalidate(tags: Invalidation): void;
  /** The listener is called before anything is dropped. */
  onInvalidate(listener: (tags: Invalidation) => void): void;
  size(): { responses: number; bytes: number };
};

type Flight = { done: Promise<CachedResponse>; invalidations: Invalidation[] };

/**
 * Keys with a query have their own budget and never evict the others, since a stranger can make up
 * any number.
 * @param pages budget of the other keys; with `maxResponses` 0 nothing is cached.
 * @param values of each memory at most.
 */
export function createPageCache({
  pages = PAGES,
  searches = SEARCHES,
  values = VALUES,
}: {
  pages?: Budget;
  searches?: Budget;
  values?: number;
} = {}): PageCache {
  const stores = { pages: createCacheStore(pages), searches: createCacheStore(searches) };
  const all = Object.values(stores);
  const flights = new Map<string, Flight>();
  const listeners: ((tags: Invalidation) => void)[] = [];
  const memories: Pick<TaggedMemory<unknown>, 'invalidate'>[] = [];
  const isSearch = (key: string) => key.includes('?');
  const storeOf = (key: string) => (isSearch(key) ? stores.searches : stores.pages);
  const lost = new Set<string>();

  function lose(key: string): void {
    if (isSearch(key)) return;
    const [first] = lost;
    if (lost.size >= pages.maxResponses && first !== undefined) lost.delete(first);
    lost.add(key);
  }

  function begin(key: string, make: () => Promise<UncachedResponse>): Promise<CachedResponse> {
    const invalidations: Invalidation[] = [];
    const done = make()
      .then(toCached)
      .then((response) => {
        if (!response.tags) return response;
        if (invalidations.some((tags) => isMadeFrom(response, tags))) lose(key);
        else {
          lost.delete(key);
          storeOf(key).put(key, response);
        }
        return response;
      })
      .finally(() => flights.delete(key));
    flights.set(key, { done, invalidations });
    return done;
  }

  const get = (key: string) => storeOf(key).get(key);

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
        if (!flight.invalidations.slice(0, missed).some((tags) => isMadeFrom(response, tags)))
          return response;
      }
    },
    isLost: (key) => lost.has(key),
    takeLost: (key) => lost.delete(key),
    openMemory<T>() {
      const memory = createTaggedMemory<T>(values);
      memories.push(memory);
      return memory;
    },
    invalidate(tags) {
      for (const listener of listeners) listener(tags);
      for (const memory of memories) memory.invalidate(tags);
      for (const { invalidations } of flights.values()) invalidations.push(tags);
      for (const store of all)
        for (const key of store.removeWhere((response) => isMadeFrom(response, tags))) lose(key);
    },
    onInvalidate(listener) {
      listeners.push(listener);
    },
    size: () => ({
      responses: all.reduce((sum, store) => sum + store.size().responses, 0),
      bytes: all.reduce((sum, store) => sum + store.size().bytes, 0),
    }),
  };
}

export const createEmptyCache = (): PageCache =>
  createPageCache({
    pages: { maxResponses: 0, maxBytes: 0 },
    searches: { maxResponses: 0, maxBytes: 0 },
    values: 0,
  });

/** A response without tags may be made from anything. */
const isMadeFrom = ({ tags }: CachedResponse, changed: Invalidation): boolean =>
  tags === null || changed === null || changed.some((tag) => tags.has(tag));
