import {
  type CachedResponse,
  dropFurtherBodies,
  furtherBytesOf,
  sizeOf,
} from './cached-response.ts';

/** Both limits hold at once. `maxBytes`: of memory that the responses hold. */
export type Budget = { maxResponses: number; maxBytes: number };

/** Share of the bytes for further bodies (gzip, plain), which can be made again. */
const FURTHER_SHARE = 0.5;

/** `isUsed`: read since entries were last evicted. `bytes` as counted. */
type Entry = { response: CachedResponse; isUsed: boolean; bytes: number; furtherBytes: number };

export type CacheStore = {
  get(key: string): CachedResponse | undefined;
  put(key: string, response: CachedResponse): void;
  /** @returns the keys of what was removed. */
  removeWhere(isStale: (response: CachedResponse) => boolean): string[];
  size(): { responses: number; bytes: number };
};

export function createCacheStore({ maxResponses, maxBytes }: Budget): CacheStore {
  const entries = new Map<string, Entry>();
  /** Includes entries with further bodies; the first to change come first. */
  const changed = new Set<Entry>();
  let bytes = 0;
  let furtherBytes = 0;

  function count(entry: Entry): void {
    const now = { bytes: sizeOf(entry.response), furtherBytes: furtherBytesOf(entry.response) };
    bytes += now.bytes - entry.bytes;
    furtherBytes += now.furtherBytes - entry.furtherBytes;
    Object.assign(entry, now);
  }

  function remove(key: string, entry: Entry): void {
    entries.delete(key);
    changed.delete(entry);
    bytes -= entry.bytes;
    furtherBytes -= entry.furtherBytes;
    entry.response.onChange = undefined;
  }

  function add(key: string, response: CachedResponse): void {
    const entry: Entry = { response, isUsed: false, bytes: sizeOf(response), furtherBytes: 0 };
    entries.set(key, entry);
    bytes += entry.bytes;
    response.onChange = () => {
      count(entry);
      changed.delete(entry);
      changed.add(entry);
      for (const oldest of changed) {
        if (furtherBytes <= maxBytes * FURTHER_SHARE) break;
        changed.delete(oldest);
        dropFurtherBodies(oldest.response);
        count(oldest);
      }
      makeRoom(0, maxResponses);
    };
  }

  /**
   * Evicts the oldest first, but gives used entries a second chance: moving an entry at each use
   * would cost half as much as sending it.
   */
  function makeRoom(needed: number, most: number): void {
    for (const [key, entry] of entries) {
      if (entries.size <= most && bytes + needed <= maxBytes) break;
      entries.delete(key);
      if (entry.isUsed) entries.set(key, Object.assign(entry, { isUsed: false }));
      else remove(key, entry);
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry) entry.isUsed = true;
      return entry?.response;
    },
    put(key, response) {
      const before = entries.get(key);
      if (before) remove(key, before);
      const needed = sizeOf(response);
      if (maxResponses === 0 || needed > maxBytes) return;
      makeRoom(needed, maxResponses - 1);
      add(key, response);
    },
    removeWhere(isStale) {
      const stale = [...entries].filter(([, { response }]) => isStale(response));
      for (const [key, entry] of stale) remove(key, entry);
      return stale.map(([key]) => key);
    },
    size: () => ({ responses: entries.size, bytes }),
  };
}
