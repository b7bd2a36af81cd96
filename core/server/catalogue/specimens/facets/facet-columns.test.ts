import { expect, test } from 'vitest';
import { DEFAULT_SIZE_LIMITS } from '#core/contract/catalogue/size-classes.ts';
import { specimenSorts } from '#core/contract/catalogue/specimen-sorts.ts';
import { PlaceTree } from '#core/server/catalogue/places/place-tree.service.ts';
import { FacetColumns } from './facet-columns.ts';
import type { FactRow } from './facets.queries.ts';

const world = { today: 20_000, sizeLimits: DEFAULT_SIZE_LIMITS, places: new PlaceTree([]) };
const all = { hidden: false, facets: {}, among: null };

const row = (id: number): FactRow => ({
  id,
  visible: true,
  created_at: new Date(Date.UTC(2026, 0, 1 + (id % 7))).toISOString(),
  price_cents: id % 5 === 0 ? null : (id * 37) % 11,
  category_id: 1 + (id % 5),
  status: id % 3 === 0 ? 'sold' : 'available',
  locality_id: null,
  size_mm: id % 90,
  species: '["Quartz"]',
  disclosures: '[]',
  fluorescence: '[]',
  colours: null,
});

/** Everything that can be asked of the columns. */
function said(columns: FacetColumns) {
  const matches = columns.matches({ ...all, facets: { status: 'sold' } }, world);
  return {
    total: matches.total,
    sizes: matches.counts('size'),
    statuses: matches.counts('status'),
    pages: specimenSorts.map((sort) => matches.page(sort, null, 1_000)),
  };
}

test('specimens that appear out of turn stand where they would have stood', () => {
  const ids = Array.from({ length: 600 }, (_, at) => at + 1);
  const inTurn = new FacetColumns();
  for (const id of ids) inTurn.put(row(id));
  const outOfTurn = new FacetColumns();
  for (const id of ids.filter((id) => id % 50 !== 0)) outOfTurn.put(row(id));
  said(outOfTurn);
  for (const id of ids.filter((id) => id % 50 === 0)) outOfTurn.put(row(id));
  expect(said(outOfTurn)).toEqual(said(inTurn));
});

test('a page goes on where the last one ended, in every order', () => {
  const columns = new FacetColumns();
  for (let id = 1; id <= 60; id++) columns.put(row(id));
  const matches = columns.matches(all, world);
  for (const sort of specimenSorts) {
    const whole = matches.page(sort, null, 100);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(60);
    for (const [at, position] of whole.entries())
      expect(matches.page(sort, position, 100)).toEqual(whole.slice(at + 1));
  }
});

test('ids that are not there are neither found nor counted', () => {
  const columns = new FacetColumns();
  for (const id of [2, 4, 6]) columns.put(row(id));
  columns.remove(4);
  columns.remove(5);
  const matches = columns.matches({ ...all, among: [1, 2, 3, 4, 7] }, world);
  expect([matches.total, [1, 2, 3, 4, 6, 7].filter(matches.has)]).toEqual([1, [2]]);
});
