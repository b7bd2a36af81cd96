/**
 * Read once a process, in batches with pauses, and kept current by the cache tags that invalidate
 * responses, from any process. Why: `docs/decisions/0050-facet-filters-in-memory.md`.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { PlaceTree, readPlaceTree } from '#core/server/catalogue/places/place-tree.service.ts';
import { specimenOfTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import { mediumOfTag } from '#core/server/media/files/cache-tags.ts';
import type { Database } from '#platform/db/open.ts';
import type { Invalidation } from '#platform/page-cache/page-cache.ts';
import { FacetColumns } from './facet-columns.ts';
import { type FactRow, selectFactsAfter, selectFactsOf, selectShowing } from './facets.queries.ts';

/** Rows at once: some milliseconds. */
const BATCH = 1_000;
/** Rereads everything after more changes than this. */
const MAX_CHANGED = 5_000;

type Facts = { columns: FacetColumns; places: PlaceTree };

export type FacetIndex = {
  /** Use them before the next await. */
  current(): Promise<Facts>;
  /** Resolves to false after `ms` milliseconds; reading a very large shop goes on. */
  isThereWithin(ms: number): Promise<boolean>;
  invalidate(tags: Invalidation): void;
};

const nothing = () => ({ specimens: new Set<number>(), media: new Set<string>() });

export function createFacetIndex({ db, dialect }: Pick<Database, 'db' | 'dialect'>): FacetIndex {
  let facts: Facts = { columns: new FacetColumns(), places: new PlaceTree([]) };
  let isOutdated = true;
  let changed = nothing();
  let refreshing: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const [all, { specimens, media }] = [isOutdated, changed];
    isOutdated = false;
    changed = nothing();
    try {
      if (all) facts = await load();
      else await update(facts, specimens, [...media]);
    } catch (error) {
      isOutdated ||= all;
      for (const id of specimens) changed.specimens.add(id);
      for (const id of media) changed.media.add(id);
      throw error;
    } finally {
      refreshing = null;
    }
  }

  async function load(): Promise<Facts> {
    const loaded = { columns: new FacetColumns(), places: await readPlaceTree(db) };
    for (let last = 0; ; ) {
      const rows = await selectFactsAfter(db, dialect, last, BATCH);
      await put(loaded, rows);
      if (rows.length < BATCH) return loaded;
      last = rows.at(-1)?.id ?? last;
      await setImmediate();
    }
  }

  async function update(
    known: Facts,
    specimens: ReadonlySet<number>,
    media: string[],
  ): Promise<void> {
    const shown = media.length === 0 ? [] : await selectShowing(db, media);
    const ids = [...new Set([...specimens, ...shown])];
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      const rows = await selectFactsOf(db, dialect, batch);
      await put(known, rows);
      const found = new Set(rows.map(({ id }) => id));
      for (const id of batch) if (!found.has(id)) known.columns.remove(id);
    }
  }

  /** Places are only ever added. */
  async function put(known: Facts, rows: FactRow[]): Promise<void> {
    const isNew = ({ locality_id }: FactRow) =>
      locality_id !== null && !known.places.get(locality_id);
    if (rows.some(isNew)) known.places = await readPlaceTree(db);
    for (const row of rows) known.columns.put(row);
  }

  async function current(): Promise<Facts> {
    // One under way may have read before the latest change.
    await refreshing?.catch(() => {});
    if (isOutdated || changed.specimens.size + changed.media.size > 0) {
      refreshing ??= refresh();
      await refreshing;
    }
    return facts;
  }

  return {
    current,
    isThereWithin: (ms) =>
      Promise.race([current().then(() => true), setTimeout(ms, false, { ref: false })]),
    invalidate(tags) {
      if (tags === null) isOutdated = true;
      else for (const tag of tags) note(specimenOfTag(tag), mediumOfTag(tag));
      if (changed.specimens.size + changed.media.size > MAX_CHANGED) isOutdated = true;
      if (isOutdated) changed = nothing();
    },
  };

  function note(specimenId: number | null, mediumId: string | null): void {
    if (specimenId !== null) changed.specimens.add(specimenId);
    if (mediumId !== null) changed.media.add(mediumId);
  }
}
