/** Chunks of 8,192 ids, a byte each. */
const CHUNK_BITS = 13;
const CHUNK_SIZE = 1 << CHUNK_BITS;

/** Tests very many ids faster than a Set. */
export function idSet(ids: Iterable<number>): (id: number) => boolean {
  const chunks = new Map<number, Uint8Array>();
  let chunkNumber = -1;
  let chunk: Uint8Array = new Uint8Array(CHUNK_SIZE);
  for (const id of ids) {
    if (id >>> CHUNK_BITS !== chunkNumber) {
      chunkNumber = id >>> CHUNK_BITS;
      chunk = chunks.get(chunkNumber) ?? new Uint8Array(CHUNK_SIZE);
      chunks.set(chunkNumber, chunk);
    }
    chunk[id & (CHUNK_SIZE - 1)] = 1;
  }
  return (id) => chunks.get(id >>> CHUNK_BITS)?.[id & (CHUNK_SIZE - 1)] === 1;
}
