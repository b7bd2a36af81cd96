import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import type { Row } from '#server/platform/db/backup/snapshot.ts';
import { fileOf, foreign, MANIFEST, type Manifest, SUMS, tableOf } from './archive-form.ts';

/** A file that was read to its end and found whole: what `openArchive` gives. */
export type Archive = { path: string; manifest: Manifest };

type Data = AsyncIterable<Uint8Array>;

const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const ROWS_AT_ONCE = 200;

/** The rows in the order of the archive, some hundred at a time. */
export async function* rowsIn({ path, manifest }: Archive): AsyncGenerator<{ table: string; rows: Row[] }> {
  let left = Object.keys(manifest.tables).length;
  for await (const { name, data } of entriesOf(path)) {
    const table = tableOf(name);
    if (table === null) continue;
    let rows: Row[] = [];
    for await (const line of linesOf(data)) {
      rows.push(JSON.parse(line) as Row);
      if (rows.length < ROWS_AT_ONCE) continue;
      yield { table, rows };
      rows = [];
    }
    yield { table, rows };
    left -= 1;
    // Media, which are most of the file, come after the rows.
    if (left === 0) return;
  }
}

async function* linesOf(data: Data): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of data) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** The media files in the order of the archive, each to be read before the next one. */
export async function* filesIn({ path }: Archive): AsyncGenerator<{ file: string; data: Data }> {
  for await (const { name, data } of entriesOf(path)) {
    const file = fileOf(name);
    if (file !== null) yield { file, data };
  }
}

/**
 * The entries of a tar file, each to be read before the next one.
 * @throws Problem for one that no backup has, Error where the bytes are no tar file or end too early.
 */
export async function* entriesOf(path: string): AsyncGenerator<{ name: string; data: Data }> {
  const tar = extract();
  const reading = pipeline(createReadStream(path), tar);
  // Whoever reads the entries is told of the same error there.
  reading.catch(() => {});
  for await (const entry of tar) {
    const { name, type, size = 0 } = entry.header;
    const isText = name === MANIFEST || name === SUMS;
    if (type !== 'file' || (isText && size > MAX_TEXT_BYTES)) throw foreign();
    yield { name, data: entry as Data };
    // What nobody has read is skipped.
    entry.resume();
  }
  await reading;
}
