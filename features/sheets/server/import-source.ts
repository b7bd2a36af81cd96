/** Files are found by their bare names; no name becomes a path to write to. */
import { createWriteStream } from 'node:fs';
import { copyFile, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { MAX_FILE_BYTES } from '#core/contract/file-size.ts';
import { Problem } from '#core/contract/problems.ts';
import type { RowAnswer } from '#features/sheets/contract/sheet-look.ts';
import { type Sheet, sheets } from '#features/sheets/contract/transfer.ts';
import type { FoundAddress } from '#features/sheets/server/photo-addresses/photo-addresses.service.ts';
import type { Cells, CsvRow } from '#platform/csv.ts';
import { type CellFault, missingText } from './cells.ts';
import { limitBytes } from './limit-bytes.ts';

/** A sheet of 100,000 specimens has some 150 MB. */
const MAX_SHEET_BYTES = 500 * 2 ** 20;
const MAX_FILES = 1_000_000;
/** By which a sheet alone is known: those before it in the list may have it too. */
const ownColumns: [Sheet, RegExp][] = [
  ['species.csv', /^variety of$/i],
  ['credit-notes.csv', /^credit note$/i],
  ['invoices.csv', /^invoice$/i],
  ['orders.csv', /^order$/i],
];
export const PICTURES = 'pictures';

export type ImportRow = CsvRow & {
  defaults: Cells;
  faults: CellFault[];
  headings: Record<string, string>;
  awaited: string[];
  addresses: FoundAddress[];
  /** Why it is no piece; null: it is one. */
  leftOut: string | null;
  notes: string[];
  /** Of this row's own cells, where its number is another stone's. */
  ownReference: string;
  /** Its reference is the id of another shop, which no second stone has. */
  isBound: boolean;
  /** The owner's word for a number that is taken; null: none yet. */
  answer: RowAnswer | null;
  marksSold: boolean;
};

export type ImportSource = {
  has(name: string): boolean;
  names(): string[];
  /** Missing where the shop's own sheet has them. New ones need no picture then. */
  rows?(): AsyncGenerator<ImportRow>;
  /** Files that no row has named; to be asked after the rows. */
  unnamed?(): string[];
  /**
   * @throws Problem too_large; bad_request for a file that is missing, there twice, or unreadable.
   */
  copy(name: string, localPath: string): Promise<void>;
  close(): Promise<void>;
};

const limitOf = (name: string): number =>
  sheets.includes(name as Sheet) ? MAX_SHEET_BYTES : MAX_FILE_BYTES;

const tooLarge = (name: string) =>
  new Problem(
    'too_large',
    `“${name}” is too large. The limit is ${Math.round(limitOf(name) / 2 ** 20)} MB.`,
  );
const missing = (name: string) => new Problem('bad_request', `${missingText(name)}.`);

/** @param localPath a folder with sheets and a folder of pictures, a zip of it, or one sheet. */
export async function openSource(localPath: string): Promise<ImportSource> {
  const found = await lstat(localPath).catch(() => null);
  if (found?.isDirectory()) return folderSource(localPath);
  if (!found?.isFile()) throw new Problem('bad_request', `We can’t find ${localPath}.`);
  return (await isZip(localPath)) ? zipSource(localPath) : sheetSource(localPath);
}

export async function isZip(localPath: string): Promise<boolean> {
  const file = await open(localPath);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return (
      bytesRead === 4 &&
      (buffer.readUInt32BE() === 0x504b0304 || buffer.readUInt32BE() === 0x504b0506)
    );
  } finally {
    await file.close();
  }
}

/** Takes regular files only: a link could lead to any file of this machine. */
async function folderSource(folder: string): Promise<ImportSource> {
  const files = new Map<string, string>();
  for (const part of [folder, path.join(folder, PICTURES)]) {
    for (const entry of await readdir(part, { withFileTypes: true }).catch(() => [])) {
      if (entry.isFile() && !entry.name.startsWith('.'))
        files.set(entry.name, path.join(part, entry.name));
    }
  }
  return {
    has: (name) => files.has(name),
    names: () => [...files.keys()],
    async copy(name, localPath) {
      const file = files.get(name);
      if (file === undefined) throw missing(name);
      if ((await lstat(file)).size > limitOf(name)) throw tooLarge(name);
      await copyFile(file, localPath);
    },
    close: async () => {},
  };
}

async function sheetSource(localPath: string): Promise<ImportSource> {
  const file = await open(localPath);
  const head = Buffer.alloc(4_096);
  let length = 0;
  try {
    length = (await file.read(head, 0, head.length, 0)).bytesRead;
  } finally {
    await file.close();
  }
  const heading = head.toString('utf8', 0, length).split('\n', 1)[0] ?? '';
  const has = (column: RegExp) =>
    heading.split(/[,;\t"\ufeff\r]/).some((cell) => column.test(cell.trim()));
  const name = ownColumns.find(([, column]) => has(column))?.[0] ?? 'specimens.csv';
  return {
    has: (asked) => asked === name,
    names: () => [name],
    async copy(asked, target) {
      if (asked !== name) throw missing(asked);
      if ((await lstat(localPath)).size > MAX_SHEET_BYTES) throw tooLarge(name);
      await copyFile(localPath, target);
    },
    close: async () => {},
  };
}

async function zipSource(localPath: string): Promise<ImportSource> {
  const unreadable = (error: unknown) =>
    error instanceof Problem
      ? error
      : new Problem(
          'bad_request',
          `We can’t read the zip file: ${error instanceof Error ? error.message : error}`,
        );
  const zip = await yauzl
    .openPromise(localPath, { autoClose: false, lazyEntries: true, validateEntrySizes: true })
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  const entries = new Map<string, yauzl.Entry | 'duplicate'>();
  try {
    if (zip.entryCount > MAX_FILES)
      throw new Problem('too_large', 'The zip file has too many files.');
    for await (const entry of zip.eachEntry()) {
      const name = path.posix.basename(entry.fileName);
      const isOurs =
        !entry.fileName.endsWith('/') &&
        !entry.fileName.startsWith('__MACOSX/') &&
        !name.startsWith('.');
      if (isOurs) entries.set(name, entries.has(name) ? 'duplicate' : entry);
    }
  } catch (error) {
    zip.close();
    throw unreadable(error);
  }
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    async copy(name, target) {
      const entry = entries.get(name);
      if (entry === undefined) throw missing(name);
      if (entry === 'duplicate')
        throw new Problem(
          'bad_request',
          `“${name}” is in the zip file twice, in different folders.`,
        );
      if (entry.isEncrypted())
        throw new Problem('bad_request', 'The zip file is password-protected.');
      if (entry.uncompressedSize > limitOf(name)) throw tooLarge(name);
      try {
        // The size in the zip's directory may be a lie.
        const limit = limitBytes(limitOf(name), () => tooLarge(name));
        await pipeline(
          await zip.openReadStreamPromise(entry),
          limit,
          createWriteStream(target, { flags: 'wx' }),
        );
      } catch (error) {
        throw unreadable(error);
      }
    },
    async close() {
      zip.close();
    },
  };
}
