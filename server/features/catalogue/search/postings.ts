/**
 * Postings: which specimens contain a token. Ids come in chunks of 8,192; a chunk's entries take two bytes each, offset in the lower
 * thirteen bits and field in the upper three. A token that half of a hundred thousand specimens contain is thirteen rows, read and compared
 * in a millisecond.
 */
const OFFSET_BITS = 13;
export const CHUNK_SIZE = 1 << OFFSET_BITS;

export const chunkOf = (id: number): number => id >>> OFFSET_BITS;
export const offsetOf = (id: number): number => id & (CHUNK_SIZE - 1);
export const firstIdOf = (chunk: number): number => chunk * CHUNK_SIZE;

export function decodeEntries(bytes: Uint8Array): Uint16Array {
  // A driver's bytes may begin at an odd offset of its buffer.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 1);
}

export const offsetIn = (entry: number): number => entry & (CHUNK_SIZE - 1);
export const fieldIn = (entry: number): number => entry >>> OFFSET_BITS;
const entryOf = (offset: number, field: number): number => offset | (field << OFFSET_BITS);

/** The entries with these changes; a field that is undefined: the entry goes. The others stay as they are: a common token has thousands. */
export function withChanges(bytes: Uint8Array | undefined, changes: Iterable<[offset: number, field: number | undefined]>): Uint8Array {
  const changed = new Map(changes);
  const others = bytes ? decodeEntries(bytes).filter((entry) => !changed.has(offsetIn(entry))) : new Uint16Array();
  const added = [...changed].flatMap(([offset, field]) => (field === undefined ? [] : [entryOf(offset, field)]));
  const entries = new Uint16Array(others.length + added.length);
  entries.set(others);
  entries.set(added, others.length);
  return new Uint8Array(entries.buffer);
}

export function encodeEntries(entries: Iterable<[offset: number, field: number]>): Uint8Array {
  const encoded = Uint16Array.from(entries, ([offset, field]) => entryOf(offset, field));
  return new Uint8Array(encoded.buffer);
}
