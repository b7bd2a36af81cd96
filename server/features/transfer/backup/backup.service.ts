/** Takes a backup: the rows as of one moment, every media file they refer to, and checksums, in one archive that restores into either engine. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { SEARCH_TABLES } from '#server/features/catalogue/search/search-index.service.ts';
import { filesOfMedium, type MediumFiles } from '#server/features/media/files/media-files.service.ts';
import { readCounters } from '#server/platform/db/backup/counters.ts';
import { inSnapshot, type Row, rowsOf } from '#server/platform/db/backup/snapshot.ts';
import { readMigrations, readTables } from '#server/platform/db/backup/tables.ts';
import type { Db } from '#server/platform/db/db.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import { FORMAT_VERSION, MANIFEST, type Manifest, mediaName, rowsName } from './archive-format.ts';
import { archiveSize, type Part, writeArchive } from './archive-writer.ts';
import { encryptArchive } from './encryption.ts';

export type Backup = {
  manifest: Manifest;
  /** Size of the whole archive. */
  bytes: number;
  /** Writes the archive while it is read. Call once. */
  read(): Readable;
  /** What the archive is made of: the manifest and the rows, and the media files. */
  parts: { head: Part[]; files: Part[] };
  /** Removes the temporary files. Call it whether the archive was read or not. */
  discard(): Promise<void>;
};

/** Columns that a backup has empty: IP addresses serve the limits of one day, a backup lasts for years. `orders.address` is one's name in an older version. */
const isCleared = (table: string, column: string): boolean => column === 'ip_address' || (table === 'orders' && column === 'address');
/** Tables left out: logins, secrets of others and what is wrong here, which stay with this installation, and what is rebuilt from the rest. */
const EXCLUDED_TABLES: string[] = [
  'sessions',
  'login_attempts',
  'login_networks',
  'passkey_challenges',
  'change_log',
  'rate_limit_hits',
  'sealed_secrets',
  'conditions',
  'visitor_days',
  ...SEARCH_TABLES,
  ...pluggedInto('tables').flatMap(({ notInBackups = [] }) => notInBackups),
];
/** Whether backups have the rows of the table. */
export const isInBackups = (table: string): boolean => !EXCLUDED_TABLES.includes(table);

/** Files that are opened concurrently. */
const CONCURRENCY = 16;

/**
 * Backs up the shop while it goes on taking orders. The rows are written to a temporary folder first, so that a slow reader does not keep the
 * snapshot open; media never change and are read when their turn comes.
 * @param look reads something more as of the same moment.
 * @throws Problem if the database has no shop yet.
 */
export async function takeBackup(
  ctx: Pick<Context, 'db' | 'dialect' | 'mediaStore' | 'clock'>,
  look: (snapshot: Db) => Promise<void> = async () => {},
): Promise<Backup> {
  const folder = await mkdtemp(path.join(tmpdir(), 'druse-backup-'));
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    const now = ctx.clock.now();
    const {
      files: names,
      parts: rows,
      ...rest
    } = await inSnapshot(ctx.db, ctx.dialect, async (db) => {
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
    const head = [{ name: MANIFEST, size: text.length, read: () => Readable.from([text]) }, ...rows];
    const parts = [...head, ...files];
    return { manifest, bytes: archiveSize(parts), read: () => writeArchive(parts, now), parts: { head, files }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** What becomes of a backup's file: its content as it is or, with a passphrase, encrypted. Call once. @returns `bytes` of the content. */
export async function contentOf(
  backup: Pick<Backup, 'bytes' | 'read'>,
  passphrase: string | null,
): Promise<{ bytes: number; content: Readable }> {
  return passphrase === null ? { bytes: backup.bytes, content: backup.read() } : encryptArchive(backup, passphrase);
}

type Rows = Pick<Manifest, 'migrations' | 'tables' | 'counters'> & { parts: Part[]; files: string[] };

/** Writes each table to a file in the folder. */
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

/** Opens every file for its size. */
async function openFiles({ mediaStore }: Pick<Context, 'mediaStore'>, names: string[]): Promise<{ files: Part[]; missing: string[] }> {
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
