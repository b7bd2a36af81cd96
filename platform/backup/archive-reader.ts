import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import type { Row } from '#platform/db/backup/snapshot.ts';
import { fileOf, MANIFEST, type Manifest, notABackup, SUMS, tableOf } from './archive-format.ts';
import type { OpenContent } from './encryption.ts';

export type Archive = { open: OpenContent; manifest: Manifest };

type Data = AsyncIterable<Uint8Array>;

const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const BATCH_ROWS = 200;

/** In the order of the archive, in batches of a few hundred. */
export async function* rowsIn({
  open,
  manifest,
}: Archive): AsyncGenerator<{ table: string; rows: Row[] }> {
  let remaining = Object.keys(manifest.tables).length;
  for await (const { name, data } of entriesOf(open)) {
    const table = tableOf(name);
    if (table === null) continue;
    let rows: Row[] = [];
    for await (const line of linesOf(data)) {
      rows.push(JSON.parse(line) as Row);
      if (rows.length < BATCH_ROWS) continue;
      yield { table, rows };
      rows = [];
    }
    yield { table, rows };
    remaining -= 1;
    // After the rows come only media, which are most of the file.
    if (remaining === 0) return;
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

/** In the order of the archive. Read each before the next. */
export async function* filesIn({ open }: Archive): AsyncGenerator<{ file: string; data: Data }> {
  for await (const { name, data } of entriesOf(open)) {
    const file = fileOf(name);
    if (file !== null) yield { file, data };
  }
}

/**
 * Read each before the next.
 * @throws Problem for an entry that no backup has, or where it cannot be decrypted; Error if the
 * bytes are no tar file or end too early.
 */
export async function* entriesOf(open: OpenContent): AsyncGenerator<{ name: string; data: Data }> {
  const tar = extract();
  const reading = pipeline(open(), tar);
  // Reading the entries throws the same error.
  reading.catch(() => {});
  for await (const entry of tar) {
    const { name, type, size = 0 } = entry.header;
    const isText = name === MANIFEST || name === SUMS;
    if (type !== 'file' || (isText && size > MAX_TEXT_BYTES)) throw notABackup();
    yield { name, data: chunksOf(entry as Data, reading) };
    // Skips what was not read.
    entry.resume();
  }
  await reading;
}

/**
 * Chunks instead of the stream itself: a pipeline never ends if an entry failed before it was read.
 * @throws the error of `reading`, which says why.
 */
async function* chunksOf(data: Data, reading: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* data;
  } catch (error) {
    await reading;
    throw error;
  }
}
