import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { Problem } from '#contract/problems.ts';
import type { Row } from '#server/platform/db/backup-snapshot.ts';
import { fileOf, MANIFEST, type Manifest, readManifest, rowsName, SUMS, tableOf } from './archive-form.ts';

/** A file that was read to its end and found whole. */
export type Archive = { path: string; manifest: Manifest };

type Data = AsyncIterable<Uint8Array>;
type Entry = { name: string; data: Data };

const LARGEST_TEXT = 64 * 1024 * 1024;
const ROWS_AT_ONCE = 200;

/**
 * Reads the whole file, compares every checksum, and writes nothing.
 * @throws Problem with a sentence for whoever wants to restore it, where it is damaged, incomplete or something else.
 */
export async function openArchive(path: string): Promise<Archive> {
  try {
    return { path, manifest: await checkEntries(path) };
  } catch (error) {
    throw new Problem('bad_request', `${path} cannot be restored: ${reasonOf(error)}.`);
  }
}

async function checkEntries(path: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let manifest: Manifest | null = null;
  let sums: string | null = null;
  for await (const { name, data } of entriesOf(path)) {
    const isFirst = manifest === null;
    if (isFirst !== (name === MANIFEST) || sums !== null || found.has(name)) throw foreign();
    if (name === SUMS) {
      sums = await text(data);
      continue;
    }
    const hash = createHash('sha256');
    if (isFirst) {
      const words = await text(data);
      manifest = readManifest(words);
      hash.update(words);
    } else {
      if (tableOf(name) === null && fileOf(name) === null) throw foreign();
      for await (const chunk of data) hash.update(chunk);
    }
    found.set(name, hash.digest('hex'));
  }
  if (manifest === null) throw foreign();
  if (sums === null) throw new Problem('bad_request', 'it is incomplete: its end is missing');
  compare(found, sums);
  checkContents(manifest, [...found.keys()]);
  return manifest;
}

function compare(found: Map<string, string>, sums: string): void {
  const listed = new Map(
    sums
      .split('\n')
      .slice(0, -1)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const [name, hash] of found) {
    if (listed.get(name) !== hash) throw new Problem('bad_request', `it is damaged: ${name} is not as it was written`);
  }
  for (const name of listed.keys()) if (!found.has(name)) throw new Problem('bad_request', `it is damaged: ${name} is missing`);
}

function checkContents({ tables, files }: Manifest, names: string[]): void {
  const missing = Object.keys(tables).find((table) => !names.includes(rowsName(table)));
  if (missing !== undefined) throw new Problem('bad_request', `it is damaged: the table ${missing} is missing`);
  const rows = names.filter((name) => tableOf(name) !== null).length;
  const media = names.filter((name) => fileOf(name) !== null).length;
  if (rows !== Object.keys(tables).length || media !== files) throw foreign();
}

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

async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const tar = extract();
  const reading = pipeline(createReadStream(path), tar);
  // Whoever reads the entries is told of the same error there.
  reading.catch(() => {});
  for await (const entry of tar) {
    const { name, type, size = 0 } = entry.header;
    const isText = name === MANIFEST || name === SUMS;
    if (type !== 'file' || (isText && size > LARGEST_TEXT)) throw foreign();
    yield { name, data: entry as Data };
    // What nobody has read is skipped.
    entry.resume();
  }
  await reading;
}

const foreign = () => new Problem('bad_request', 'it is not a backup of this shop');

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code !== undefined) return message;
  // What tar-stream says of bytes that are no header, and of an end that comes too early.
  return message === 'Unexpected end of data' ? 'it is incomplete: its end is missing' : 'it is damaged, or not a backup of this shop';
}
