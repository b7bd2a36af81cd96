/** A disk that is really full: a small one in memory, which takes the rights of the superuser to make. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runDueJobs } from '#server/features/media/jobs/media-worker.service.ts';
import { diskStore } from '#server/platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { namesIn } from './support/stores.ts';
import { filePart, formOf } from './support/uploads.ts';

const DISK_BYTES = 4 * 1024 * 1024;
const never = new AbortController().signal;

function mounted(): string | null {
  const folder = mkdtempSync(path.join(inject('runFolder'), 'full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    return null;
  }
}

const disk = mounted();

describe.skipIf(disk === null)(`a full disk${disk === null ? ' (skipped: a small disk cannot be mounted here)' : ''}`, () => {
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

  /** Leaves room for so many bytes. */
  function fill(left: number): void {
    rmSync(filler, { force: true });
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  }
  let seed = 0;
  /** Noise, some 300 kB of it. */
  const photograph = () => {
    seed += 1;
    const data = Buffer.from(Array.from({ length: 900 * 600 * 3 }, (_, i) => (i * 7919 * (seed + (i >> 8))) % 251));
    return sharp(data, { raw: { width: 900, height: 600, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer();
  };
  const upload = (bytes: Uint8Array) => admin.request({ method: 'POST', url: '/api/media', ...formOf([filePart('image', bytes)]) });
  const state = async () => ({
    files: await namesIn(mediaStore),
    temporary: readdirSync(path.join(dataDir, 'media')).filter((name) => name.startsWith('.')),
    uploads: readdirSync(path.join(dataDir, 'uploads')),
    rows: await database.db.selectFrom('media').select('id').orderBy('id').execute(),
  });

  test('is said so at whatever point it shows, nothing is half stored, and there is no need to start again', async () => {
    expect((await upload(await photograph())).statusCode).toBe(201);
    const before = await state();
    const bytes = await photograph();
    const statuses: number[] = [];
    for (const left of [0, 16_000, bytes.length / 2, bytes.length + 8_000, bytes.length + 100_000, bytes.length * 1.7]) {
      fill(left);
      const answer = await upload(bytes);
      statuses.push(answer.statusCode);
      expect(answer.json()).toMatchObject({ code: 'storage_full', message: expect.stringContaining('full') });
      rmSync(filler);
      expect(await state()).toEqual(before);
    }
    expect(statuses).toEqual(Array(6).fill(507));
    const answer = await upload(bytes);
    expect([answer.statusCode, answer.json().complete]).toEqual([201, false]);
  });

  test('lets the queue wait until there is room', async () => {
    const jobs = await database.db.selectFrom('media_jobs').select('media_id').execute();
    expect(jobs.length).toBeGreaterThan(0);
    fill(0);
    await runDueJobs(shop.ctx, 'renditions', never);
    for (const job of await database.db.selectFrom('media_jobs').selectAll().execute()) {
      expect(job).toMatchObject({ attempts: 1, claimed_at: null, last_error: expect.stringContaining('ENOSPC') });
    }
    rmSync(filler);
    shop.clock.forward({ minutes: 2 });
    await runDueJobs(shop.ctx, 'renditions', never);
    expect(await database.db.selectFrom('media_jobs').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('media').select('id').where('complete', '=', false).execute()).toEqual([]);
  });
});
