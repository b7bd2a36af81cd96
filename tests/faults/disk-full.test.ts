/** A full disk: a small file system in memory, which only root can mount. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { runDueJobs } from '#core/server/media/files/jobs/media-worker.service.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { migrate, migrationNames } from '#platform/db/migrate.ts';
import { openDatabase, openSqlite } from '#platform/db/open.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { appliedMigrations } from '#tests/support/older-database.ts';
import { postgresBinaries, startPrimary } from '#tests/support/postgres-cluster.ts';
import { runShop } from '#tests/support/shop-process.ts';
import { namesIn } from '#tests/support/stores.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';

const DISK_BYTES = 4 * 1024 * 1024;
const { signal } = new AbortController();

function mounted(bytes = DISK_BYTES): string | null {
  const folder = mkdtempSync(path.join(inject('runFolder'), 'full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    return null;
  }
}

const disk = mounted();

describe.skipIf(disk === null)(
  `full disk${disk === null ? ' (skipped: a small disk cannot be mounted here)' : ''}`,
  () => {
    const dataDir = disk ?? '';
    const mediaStore = diskStore(path.join(dataDir, 'media'));
    const filler = path.join(dataDir, 'filler');
    let database: TestDatabase;
    let shop: TestApp;
    let admin: Browser;

    beforeAll(async () => {
      database = await makeSqlite();
      shop = await makeApp(database, { mediaStore, config: { dataDir } });
      admin = await shop.admin();
      mkdirSync(path.join(dataDir, 'uploads'));
    });
    afterAll(async () => {
      await shop?.app.close();
      await database?.close();
      execFileSync('umount', [dataDir]);
    });

    /** Fills the disk except for `free` bytes. */
    function fill(free: number): void {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free)));
    }
    let seed = 0;
    /** A picture of noise, about 300 kB, different at each call. */
    const noisePicture = () => {
      seed += 1;
      const data = Buffer.from(
        Array.from({ length: 900 * 600 * 3 }, (_, i) => (i * 7919 * (seed + (i >> 8))) % 251),
      );
      return sharp(data, { raw: { width: 900, height: 600, channels: 3 } })
        .jpeg({ quality: 60 })
        .toBuffer();
    };
    const upload = (bytes: Uint8Array) =>
      admin.request({ method: 'POST', url: '/api/media', ...formOf([filePart('image', bytes)]) });
    const stored = async () => ({
      files: await namesIn(mediaStore),
      temporary: readdirSync(path.join(dataDir, 'media')).filter((name) => name.startsWith('.')),
      uploads: readdirSync(path.join(dataDir, 'uploads')),
      rows: await database.db.selectFrom('media').select('id').orderBy('id').execute(),
    });

    test('wherever an upload meets the full disk, it is refused as storage_full and stores nothing', async () => {
      expect((await upload(await noisePicture())).statusCode).toBe(201);
      const before = await stored();
      const bytes = await noisePicture();
      const statuses: number[] = [];
      for (const free of [
        0,
        16_000,
        bytes.length / 2,
        bytes.length + 8_000,
        bytes.length + 100_000,
        bytes.length * 1.7,
      ]) {
        fill(free);
        const response = await upload(bytes);
        statuses.push(response.statusCode);
        expect(response.json()).toMatchObject({
          code: 'storage_full',
          message: expect.stringContaining('full'),
        });
        rmSync(filler);
        expect(await stored()).toEqual(before);
      }
      expect(statuses).toEqual(Array(6).fill(507));
      const response = await upload(bytes);
      expect([response.statusCode, response.json().complete]).toEqual([201, false]);
    });

    test('media jobs on a full disk are retried and finish once there is room', async () => {
      const jobs = await database.db.selectFrom('media_jobs').select('media_id').execute();
      expect(jobs.length).toBeGreaterThan(0);
      await shop.ctx.room.tend(shop.clock.now());
      fill(0);
      await runDueJobs(shop.ctx, 'renditions', signal);
      for (const job of await database.db.selectFrom('media_jobs').selectAll().execute()) {
        expect(job).toMatchObject({
          attempts: 1,
          claimed_at: null,
          last_error: expect.stringContaining('ENOSPC'),
        });
      }
      rmSync(filler);
      shop.clock.forward({ minutes: 2 });
      await runDueJobs(shop.ctx, 'renditions', signal);
      expect(await database.db.selectFrom('media_jobs').selectAll().execute()).toEqual([]);
      expect(
        await database.db.selectFrom('media').select('id').where('complete', '=', false).execute(),
      ).toEqual([]);
    });
  },
);

test.skipIf(disk === null)(
  'an upgrade that meets a full disk says what to do, and succeeds once there is room',
  async () => {
    const dataDir = mounted() ?? '';
    onTestFinished(() => void execFileSync('umount', ['-l', dataDir]));
    const file = path.join(dataDir, 'shop.db');
    const older = openSqlite(file);
    await migrate(older.db, older.dialect, '0040-turns');
    await older.close();
    const filler = path.join(dataDir, 'filler');
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 200_000));
    const refused = runShop({ DATA_DIR: dataDir }, ['core/server/main.ts']);
    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain(`DATA_DIR ${dataDir} cannot be used: its disk is full.`);
    expect(refused.printed()).toContain('free up space, then start again');
    expect(refused.printed()).not.toMatch(/\bat .*:\d+:\d+/);
    rmSync(filler);
    const database = openSqlite(file);
    expect((await appliedMigrations(database)).at(-1)).toBe('0040-turns');
    await prepareDatabase(database);
    expect(await appliedMigrations(database)).toEqual(migrationNames());
    await database.close();
  },
);

/** Room for an empty cluster with its log, which is made beforehand. */
const SERVER_BYTES = 160 * 1024 * 1024;
const obstacle =
  disk === null
    ? 'a small disk cannot be mounted here'
    : postgresBinaries === null
      ? 'there is no PostgreSQL on this machine'
      : null;

test.skipIf(obstacle !== null)(
  `an upgrade on PostgreSQL with a full disk says what to do, then succeeds${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  async () => {
    const folder = mounted(SERVER_BYTES) ?? '';
    // The server's user must be able to pass.
    chmodSync(inject('runFolder'), 0o711);
    const server = await startPrimary(folder);
    onTestFinished(async () => {
      await server.kill();
      execFileSync('umount', ['-l', folder]);
    });
    const DATABASE_URL = `postgres://druse@127.0.0.1:${server.port}/postgres`;
    const database = await openDatabase(readConfig({ DATABASE_URL }), () => {});
    await migrate(database.db, database.dialect, '0040-turns');
    const filler = path.join(folder, 'filler');
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 200_000));
    const refused = runShop({ DATABASE_URL }, ['core/server/main.ts']);
    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain(
      'The database of DATABASE_URL cannot be used: its disk is full.',
    );
    expect(refused.printed()).not.toMatch(/\bat .*:\d+:\d+/);
    expect((await appliedMigrations(database)).at(-1)).toBe('0040-turns');
    rmSync(filler);
    await prepareDatabase(database);
    expect(await appliedMigrations(database)).toEqual(migrationNames());
    await database.close();
  },
);
