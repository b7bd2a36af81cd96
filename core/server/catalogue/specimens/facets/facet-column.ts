/** A specimen's code stands for its values. */
import type { FacetSource, FacetWorld, Raw } from './facet-sources.ts';
import type { FactRow } from './facets.queries.ts';

export class FacetColumn {
  readonly #source: FacetSource;
  #codes: Uint32Array;
  readonly #codeOf = new Map<Raw, number>();
  readonly #raws: Raw[] = [];
  #values: (readonly string[])[] = [];
  #read: string | number | undefined;

  constructor(source: FacetSource, capacity: number) {
    this.#source = source;
    this.#codes = new Uint32Array(capacity);
  }

  put(slot: number, row: FactRow): void {
    const raw = this.#source.raw(row);
    let code = this.#codeOf.get(raw);
    if (code === undefined) {
      code = this.#raws.push(raw) - 1;
      this.#codeOf.set(raw, code);
    }
    this.#codes[slot] = code;
  }

  /** @param size the column's length. */
  shift(slot: number, size: number): void {
    this.#codes.copyWithin(slot + 1, slot, size);
  }

  grow(capacity: number): void {
    const codes = new Uint32Array(capacity);
    codes.set(this.#codes);
    this.#codes = codes;
  }

  fail(fails: Uint16Array, bit: number, value: string, world: FacetWorld): void {
    const isPassing = Uint8Array.from(this.#valuesIn(world), (values) =>
      Number(values.includes(value)),
    );
    const codes = this.#codes;
    for (let slot = 0; slot < fails.length; slot++)
      if (isPassing[codes[slot] as number] === 0) (fails[slot] as number) |= bit;
  }

  count(slots: Uint32Array, world: FacetWorld): Map<string, number> {
    const codes = this.#codes;
    const byCode = new Uint32Array(this.#raws.length);
    for (let at = 0; at < slots.length; at++)
      (byCode[codes[slots[at] as number] as number] as number)++;
    const counts = new Map<string, number>();
    for (const [code, values] of this.#valuesIn(world).entries()) {
      const count = byCode[code] as number;
      if (count > 0)
        for (const value of values) counts.set(value, (counts.get(value) ?? 0) + count);
    }
    return counts;
  }

  #valuesIn(world: FacetWorld): readonly (readonly string[])[] {
    const read = this.#source.reads?.(world);
    if (read !== this.#read) this.#values = [];
    this.#read = read;
    for (let code = this.#values.length; code < this.#raws.length; code++) {
      this.#values.push(this.#source.values(this.#raws[code] as Raw, world));
    }
    return this.#values;
  }
}
