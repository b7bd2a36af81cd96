/** The archive restores into either engine. */
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#core/contract/problems.ts';
import { SEARCH_TABLES } from '#core/server/catalogue/search/search-index.service.ts';
import type { Context } from '#core/server/context.ts';
import { filesOfMedium, type MediumFiles } from '#core/server/media/files/media-files.service.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import {
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  mediaName,
  rowsName,
} from '#platform/backup/archive-format.ts';
import { archiveSize, type Part, writeArchive } from '#platform/backup/archive-writer.ts';
import { encryptArchive } from '#platform/backup/encryption.ts';
import { readCounters } from '#platform/db/backup/counters.ts';
import { inSnapshot, type Row, rowsOf } from '#platform/db/backup/snapshot.ts';
import { readMigrations, readTables } from '#platform/db/backup/tables.ts';
import type { Db } from '#platform/db/db.ts';
import { openWorkFolder } from '#platform/storage/leftovers.ts';

export type Source = Pick<Context, 'db' | 'dialect' | 'mediaStore' | 'clock'> & {
  config: Pick<Context['config'], 'dataDir'>;
};

export type Backup = {
  manifest: Manifest;
  bytes: number;
  /** Writes the archive while it is read. Call once. */
  read(): Readable;
  parts: { head: Part[]; files: Part[] };
  /** Goes with it. */
  folder: string;
  /** Call it whether the archive was read or not. */
  discard(): Promise<void>;
};

/**
 * IP addresses serve one day's limits, a backup lasts for years. `orders.address` is a former name.
 */
const isCleared = (table: string, column: string): boolean =>
  column === 'ip_address' || (table === 'orders' && column === 'address');
/** Logins and others' secrets stay with this installation; the rest is rebuilt. */
const EXCLUDED_TABLES: string[] = [
  'sessions',
  'login_attempts',
  'login_networks',
  'change_log',
  'rate_limit_hits',
  'sealed_secrets',
  ...SEARCH_TABLES,
  ...pluggedInto('tables').flatMap(({ notInBackups = [] }) => notInBackups),
];
export const isInBackups = (table: string): boolean => !EXCLUDED_TABLES.includes(table);

const CONCURRENCY = 16;

/**
 * The shop goes on taking orders. Rows go to a temporary folder first, so a slow reader does not
 * keep the snapshot open; media never change and are read when their turn comes.
 * @param look reads something more as of the same moment.
 * @param within opens the snapshot.
 * @throws Problem if the database has no shop yet.
 */
export async function takeBackup(
  ctx: Source,
  look: (snapshot: Db) => Promise<void> = async () => {},
  within: typeof inSnapshot = inSnapshot,
): Promise<Backup> {
  const { folder, remove } = openWorkFolder(ctx.config.dataDir, 'backup');
  const discard = async () => remove();
  try {
    const now = ctx.clock.now();
    const {
      files: names,
      parts: rows,
      ...rest
    } = await within(ctx.db, ctx.dialect, async (db) => {
      await look(db);
      return writeRows(db, ctx.dialect, folder);
    });
    const { files, missing } = await openFiles(ctx, names);
    const manifest: Manifest = {
      format: 'druse-backup',
      formatVersion: FORMAT_VERSION,
      createdAt: now.toISOString(),
      ...rest,
      files: files.length,
      missing,
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    const head = [
      { name: MANIFEST, size: text.length, read: () => Readable.from([text]) },
      ...rows,
    ];
    const parts = [...head, ...files];
    return {
      manifest,
      bytes: archiveSize(parts),
      read: () => writeArchive(parts, now),
      parts: { head, files },
      folder,
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Encrypts with a passphrase. Call once. @returns `bytes` of the content. */
export async function contentOf(
  backup: Pick<Backup, 'bytes' | 'read'>,
  passphrase: string | null,
): Promise<{ bytes: number; content: Readable }> {
  return passphrase === null
    ? { bytes: backup.bytes, content: backup.read() }
    : encryptArchive(backup, passphrase);
}

type Rows = Pick<Manifest, 'migrations' | 'tables' | 'counters'> & {
  parts: Part[];
  files: string[];
};

async function writeRows(db: Db, dialect: Context['dialect'], folder: string): Promise<Rows> {
  const migrations = await readMigrations(db, dialect);
  if (migrations.length === 0) throw new Problem('not_found', 'The database has no shop yet.');
  const written: Rows = { migrations, tables: {}, counters: {}, parts: [], files: [] };
  const tables = (await readTables(db, dialect)).filter(({ name }) => isInBackups(name));
  for (const table of tables) {
    const file = path.join(folder, `${table.name}.jsonl`);
    let rows = 0;
    let size = 0;
    const toClear = table.columns.filter((column) => isCleared(table.name, column.name));
    const cleared = Object.fromEntries(toClear.map((column) => [column.name, '']));
    const lines = async function* () {
      for await (const batch of rowsOf(db, dialect, table)) {
        if (table.name === 'media') written.files.push(...batch.flatMap(filesOf));
        const text = batch.map((row) => `${JSON.stringify({ ...row, ...cleared })}\n`).join('');
        rows += batch.length;
        size += Buffer.byteLength(text);
        yield text;
      }
    };
    await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
    written.tables[table.name] = rows;
    written.parts.push({ name: rowsName(table.name), size, read: () => createReadStream(file) });
  }
  const counters = Object.entries(await readCounters(db, dialect));
  written.counters = Object.fromEntries(counters.filter(([name]) => name in written.tables));
  return written;
}

/** In a database that has not been migrated yet, files are named by ids. */
const filesOf = (row: Row): string[] => filesOfMedium({ stem: row.id, ...row } as MediumFiles);

async function openFiles(
  { mediaStore }: Pick<Context, 'mediaStore'>,
  names: string[],
): Promise<{ files: Part[]; missing: string[] }> {
  const files: Part[] = [];
  const missing: string[] = [];
  for (let start = 0; start < names.length; start += CONCURRENCY) {
    const batch = names.slice(start, start + CONCURRENCY);
    const opened = await Promise.all(batch.map((name) => mediaStore.open(name)));
    for (const [index, name] of batch.entries()) {
      const file = opened[index];
      if (file) files.push({ name: mediaName(name), size: file.size, read: () => file.read() });
      else missing.push(name);
    }
  }
  return { files, missing };
}
