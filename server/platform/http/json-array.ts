import { Readable } from 'node:stream';

/** A JSON array, written batch by batch as fast as the client reads; `serialise` gives each row's text. */
export function jsonArray<Row>(batches: AsyncIterable<Row[]>, serialise: (row: Row) => string): Readable {
  return Readable.from(chunks(), { objectMode: false });

  async function* chunks() {
    let before = '[';
    for await (const rows of batches) {
      if (rows.length === 0) continue;
      yield before + rows.map(serialise).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
}
