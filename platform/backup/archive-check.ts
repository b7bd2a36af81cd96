import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Problem } from '#core/contract/problems.ts';
import {
  fileOf,
  MANIFEST,
  type Manifest,
  notABackup,
  readManifest,
  SUMS,
  sumLine,
  tableOf,
} from './archive-format.ts';
import { type Archive, entriesOf } from './archive-reader.ts';
import { type OpenContent, openContent } from './encryption.ts';

const LINE_END = 10;

const INCOMPLETE = 'it is incomplete: the end is missing';
const changedText = (name: string) => `it is damaged: ${name} has changed since it was written`;

/**
 * Compares every checksum of the file; writes nothing.
 * @param askPassphrase called if the file is encrypted.
 * @throws Problem that tells the admin whether it is damaged, incomplete or something else.
 */
export async function openArchive(
  path: string,
  askPassphrase: () => Promise<string> = noPassphrase,
): Promise<Archive> {
  try {
    return await checkArchive(await openContent(path, askPassphrase));
  } catch (error) {
    throw cannotRestore(path, error);
  }
}

/** @throws Problem or Error if the archive is not as it was written. */
export const checkArchive = async (open: OpenContent): Promise<Archive> => ({
  open,
  manifest: await checkEntries(open),
});

export const cannotRestore = (where: string, error: unknown) =>
  new Problem('bad_request', `${where} cannot be restored: ${reasonOf(error)}.`);

async function noPassphrase(): Promise<never> {
  throw new Problem('bad_request', 'it is encrypted, and no passphrase was given');
}

async function checkEntries(open: OpenContent): Promise<Manifest> {
  const found = new Map<string, string>();
  const rows = new Map<string, number>();
  let manifest: Manifest | null = null;
  let sums: string | null = null;
  for await (const { name, data } of entriesOf(open)) {
    const isFirst = manifest === null;
    if (isFirst !== (name === MANIFEST) || sums !== null || found.has(name)) throw notABackup();
    if (name === SUMS) {
      sums = await text(data);
      continue;
    }
    const table = tableOf(name);
    if (isFirst) {
      const json = await text(data);
      manifest = readManifest(json);
      found.set(name, createHash('sha256').update(json).digest('hex'));
    } else if (table !== null || fileOf(name) !== null) {
      const { hash, lines } = await digest(data, table !== null);
      found.set(name, hash);
      if (table !== null) rows.set(table, lines);
    } else throw notABackup();
  }
  if (manifest === null) throw notABackup();
  if (sums === null) throw new Problem('bad_request', INCOMPLETE);
  compare(found, sums);
  checkContents(manifest, rows, [...found.keys()].filter((name) => fileOf(name) !== null).length);
  return manifest;
}

async function digest(
  data: AsyncIterable<Uint8Array>,
  isText: boolean,
): Promise<{ hash: string; lines: number }> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const chunk of data) {
    hash.update(chunk);
    if (isText) for (const byte of chunk) if (byte === LINE_END) lines += 1;
  }
  return { hash: hash.digest('hex'), lines };
}

function compare(found: Map<string, string>, sums: string): void {
  const listed = new Map(
    sums
      .split('\n')
      .slice(0, -1)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const [name, hash] of found) {
    if (listed.get(name) !== hash) throw new Problem('bad_request', changedText(name));
  }
  for (const name of listed.keys())
    if (!found.has(name)) throw new Problem('bad_request', `it is damaged: ${name} is missing`);
  const written = [...listed].map(([name, hash]) => sumLine(hash, name)).join('');
  if (sums !== written) throw new Problem('bad_request', changedText(SUMS));
}

function checkContents(
  { tables, files }: Manifest,
  rows: Map<string, number>,
  media: number,
): void {
  for (const [table, count] of Object.entries(tables)) {
    if (rows.get(table) !== count)
      throw new Problem('bad_request', `it is damaged: the table ${table} is incomplete`);
  }
  if (rows.size !== Object.keys(tables).length || media !== files) throw notABackup();
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code !== undefined) return message;
  // tar-stream throws this for a truncated file, and other messages for bytes that are no header.
  return message === 'Unexpected end of data'
    ? INCOMPLETE
    : 'it is damaged, or not a backup of this shop';
}
