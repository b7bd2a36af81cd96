/** One pass over small numbers filters a list and counts its values. */
import { type FacetName, facetNames } from '#core/contract/catalogue/filters.ts';
import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import type { CursorPosition } from '#core/server/catalogue/specimens/reading/specimen-cursor.ts';
import { FacetColumn } from './facet-column.ts';
import { type FacetWorld, facetSources } from './facet-sources.ts';
import type { FactRow } from './facets.queries.ts';

type FacetFilter = {
  /** Hidden specimens too. */
  hidden: boolean;
  /** Narrows to visible, or to hidden ones. */
  visible?: boolean | undefined;
  minCents?: number | undefined;
  maxCents?: number | undefined;
  facets: { readonly [Name in FacetName]?: string };
  /** null: all. */
  among: ArrayLike<number> | null;
};

/** Use it at once: the next change of the columns makes it wrong. */
export type Matches = {
  total: number;
  has(id: number): boolean;
  counts(name: FacetName): Map<string, number>;
  /** Returns at most `limit`. */
  page(sort: SpecimenSort, after: CursorPosition | null, limit: number): CursorPosition[];
};

const FIRST_CAPACITY = 256;
const GONE = 2;
/** Marks what is in no list, whatever the facets. */
const EXCLUDED = 1 << facetNames.length;
const bitOf = (name: FacetName): number => 1 << facetNames.indexOf(name);

/** Moved slots are in wrong places, or in none. */
type Order = { slots: Uint32Array; moved: Set<number> };

export class FacetColumns {
  #size = 0;
  /** Ascending, so that halving finds an id's slot. */
  #ids = new Int32Array(FIRST_CAPACITY);
  /** 0 hidden, 1 visible, 2 gone. */
  #seen = new Uint8Array(FIRST_CAPACITY);
  #created = new Float64Array(FIRST_CAPACITY);
  /** In cents; NaN where there is none. */
  #prices = new Float64Array(FIRST_CAPACITY);
  readonly #facets = facetNames.map((name) => ({
    name,
    column: new FacetColumn(facetSources[name], FIRST_CAPACITY),
  }));
  readonly #orders = new Map<SpecimenSort, Order>();

  /** Adds or replaces. */
  put(row: FactRow): void {
    const { slot, isNew } = this.#slotFor(row.id);
    const created = Date.parse(row.created_at);
    const price = row.price_cents ?? Number.NaN;
    if (isNew || this.#created[slot] !== created || !Object.is(this.#prices[slot], price)) {
      for (const { moved } of this.#orders.values()) moved.add(slot);
    }
    this.#seen[slot] = Number(row.visible);
    this.#created[slot] = created;
    this.#prices[slot] = price;
    for (const { column } of this.#facets) column.put(slot, row);
  }

  remove(id: number): void {
    const slot = this.#find(id);
    if (this.#isAt(slot, id)) this.#seen[slot] = GONE;
  }

  matches(filter: FacetFilter, world: FacetWorld): Matches {
    const fails = this.#failures(filter, world);
    const fitting = slotsWhere(fails, 0);
    return {
      total: fitting.length,
      has: (id) => {
        const slot = this.#find(id);
        return this.#isAt(slot, id) && fails[slot] === 0;
      },
      counts: (name) => {
        // Where the facet filters nothing, those that fit all others are those that fit.
        const slots = filter.facets[name] === undefined ? fitting : slotsWhere(fails, bitOf(name));
        return this.#facetOf(name).count(slots, world);
      },
      page: (sort, after, limit) => this.#page(fails, sort, after, limit),
    };
  }

  #failures(
    { hidden, visible, minCents, maxCents, facets, among }: FacetFilter,
    world: FacetWorld,
  ): Uint16Array {
    const fails = new Uint16Array(this.#size);
    if (among) {
      fails.fill(EXCLUDED);
      for (let at = 0; at < among.length; at++) {
        const slot = this.#find(among[at] as number);
        if (this.#isAt(slot, among[at] as number)) fails[slot] = 0;
      }
    }
    const isSeen = [hidden && visible !== true, visible !== false, false];
    const [least, most] = [
      minCents ?? Number.NEGATIVE_INFINITY,
      maxCents ?? Number.POSITIVE_INFINITY,
    ];
    const isBounded = minCents !== undefined || maxCents !== undefined;
    for (let slot = 0; slot < fails.length; slot++) {
      const price = this.#prices[slot] as number;
      // A specimen without a price lies within no bounds.
      if (!isSeen[this.#seen[slot] as number] || (isBounded && !(price >= least && price <= most)))
        fails[slot] = EXCLUDED;
    }
    for (const { name, column } of this.#facets) {
      const value = facets[name];
      if (value !== undefined) column.fail(fails, bitOf(name), value, world);
    }
    return fails;
  }

  #page(
    fails: Uint16Array,
    sort: SpecimenSort,
    after: CursorPosition | null,
    limit: number,
  ): CursorPosition[] {
    const keys = this.#keysOf(sort);
    const found: CursorPosition[] = [];
    const isAfter = after ? this.#comparer(sort, keyOf(sort, after), after.id) : () => true;
    const slots = this.#orderOf(sort);
    for (let at = 0; at < slots.length && found.length < limit; at++) {
      const slot = slots[at] as number;
      const [key, id] = [keys[slot] as number, this.#ids[slot] as number];
      if (fails[slot] === 0 && isAfter(key, id)) found.push({ key: cursorKey(sort, key), id });
    }
    return found;
  }

  #comparer =
    (sort: SpecimenSort, key: number, id: number) =>
    (otherKey: number, otherId: number): boolean =>
      compare(sort, otherKey, otherId, key, id) > 0;

  #keysOf = (sort: SpecimenSort): Float64Array =>
    sort === 'newest' ? this.#created : this.#prices;

  #orderOf(sort: SpecimenSort): Uint32Array {
    const keys = this.#keysOf(sort);
    const order = (a: number, b: number) =>
      compare(sort, keys[a] as number, a, keys[b] as number, b);
    const known = this.#orders.get(sort);
    if (!known) {
      const slots = Uint32Array.from({ length: this.#size }, (_, slot) => slot).sort(order);
      this.#orders.set(sort, { slots, moved: new Set() });
      return slots;
    }
    const { moved } = known;
    if (moved.size > 0) {
      const remaining = known.slots.filter((slot) => !moved.has(slot));
      known.slots = merge(remaining, Uint32Array.from(moved).sort(order), order);
      known.moved = new Set();
    }
    return known.slots;
  }

  #facetOf = (name: FacetName): FacetColumn =>
    (this.#facets[facetNames.indexOf(name)] as { column: FacetColumn }).column;

  #isAt = (slot: number, id: number): boolean => slot < this.#size && this.#ids[slot] === id;

  #find(id: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A new id is nearly always last; PostgreSQL may show a smaller one later. */
  #slotFor(id: number): { slot: number; isNew: boolean } {
    const slot = this.#find(id);
    if (this.#isAt(slot, id)) return { slot, isNew: false };
    if (this.#size === this.#ids.length) this.#grow();
    if (slot < this.#size) {
      for (const column of [this.#ids, this.#seen, this.#created, this.#prices])
        column.copyWithin(slot + 1, slot, this.#size);
      for (const { column } of this.#facets) column.shift(slot, this.#size);
      this.#orders.clear();
    }
    this.#ids[slot] = id;
    this.#size += 1;
    return { slot, isNew: true };
  }

  #grow(): void {
    const capacity = this.#ids.length * 2;
    this.#ids = copied(this.#ids, new Int32Array(capacity));
    this.#seen = copied(this.#seen, new Uint8Array(capacity));
    this.#created = copied(this.#created, new Float64Array(capacity));
    this.#prices = copied(this.#prices, new Float64Array(capacity));
    for (const { column } of this.#facets) column.grow(capacity);
  }
}

function slotsWhere(fails: Uint16Array, bit: number): Uint32Array {
  const others = ~bit;
  const slots = new Uint32Array(fails.length);
  let count = 0;
  for (let slot = 0; slot < fails.length; slot++)
    if (((fails[slot] as number) & others) === 0) slots[count++] = slot;
  return slots.slice(0, count);
}

/** Sorts as `inListOrder` of specimens.queries.ts: without a price last. Slots ascend as ids do. */
function compare(
  sort: SpecimenSort,
  key: number,
  id: number,
  otherKey: number,
  otherId: number,
): number {
  const direction = sort === 'price-up' ? 1 : -1;
  if (Number.isNaN(key) || Number.isNaN(otherKey)) {
    return Number(Number.isNaN(key)) - Number(Number.isNaN(otherKey)) || direction * (id - otherId);
  }
  return direction * (key - otherKey || id - otherId);
}

const keyOf = (sort: SpecimenSort, { key }: CursorPosition): number =>
  sort === 'newest' ? Date.parse(String(key)) : key === null ? Number.NaN : Number(key);

function cursorKey(sort: SpecimenSort, key: number): string | number | null {
  if (sort === 'newest') return new Date(key).toISOString();
  return Number.isNaN(key) ? null : key;
}

function copied<Column extends { set(other: Column): void }>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

function merge(
  a: Uint32Array,
  b: Uint32Array,
  order: (a: number, b: number) => number,
): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  for (let at = 0, fromA = 0, fromB = 0; at < merged.length; at++) {
    const isFromA =
      fromB === b.length ||
      (fromA < a.length && order(a[fromA] as number, b[fromB] as number) <= 0);
    merged[at] = (isFromA ? a[fromA++] : b[fromB++]) as number;
  }
  return merged;
}
