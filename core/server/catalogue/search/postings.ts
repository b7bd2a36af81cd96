/**
 * Ids come in chunks of 8,192; an entry takes two bytes, offset in the lower thirteen bits and
 * field in the upper three. A token in half of 100,000 specimens is thirteen rows, read and
 * compared in a millisecond.
 */
const OFFSET_BITS = 13;
export const CHUNK_SIZE = 1 << OFFSET_BITS;

export const chunkOf = (id: number): number => id >>> OFFSET_BITS;
export const offsetOf = (id: number): number => id & (CHUNK_SIZE - 1);
export const firstIdOf = (chunk: number): number => chunk * CHUNK_SIZE;

export function decodeEntries(bytes: Uint8Array): Uint16Array {
  // A driver's bytes may begin at an odd offset.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 1);
}

export const offsetIn = (entry: number): number => entry & (CHUNK_SIZE - 1);
export const fieldIn = (entry: number): number => entry >>> OFFSET_BITS;
const entryOf = (offset: number, field: number): number => offset | (field << OFFSET_BITS);

/** undefined: there is no entry before, or after. */
export type EntryChange = { offset: number; before: number | undefined; after: number | undefined };

/** Looks through the other entries only where one goes: a common token has thousands. */
export function withChanges(
  bytes: Uint8Array | undefined,
  changes: readonly EntryChange[],
): Uint8Array {
  const gone = new Set(
    changes.flatMap(({ offset, before }) => (before === undefined ? [] : [offset])),
  );
  const stored = bytes ? decodeEntries(bytes) : new Uint16Array();
  const others = gone.size === 0 ? stored : stored.filter((entry) => !gone.has(offsetIn(entry)));
  const added = changes.flatMap(({ offset, after }) =>
    after === undefined ? [] : [entryOf(offset, after)],
  );
  const entries = new Uint16Array(others.length + added.length);
  entries.set(others);
  entries.set(added, others.length);
  return new Uint8Array(entries.buffer);
}

export function encodeEntries(entries: Iterable<[offset: number, field: number]>): Uint8Array {
  const encoded = Uint16Array.from(entries, ([offset, field]) => entryOf(offset, field));
  return new Uint8Array(encoded.buffer);
}
