import { createWriteStream, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, inject, test } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import { runDueJobs } from '#core/server/media/files/jobs/media-worker.service.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { takeBackup } from '#features/backup/server/backup.service.ts';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import { openArchive } from '#platform/backup/archive-check.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { filePart, formOf, smallPicture } from '#tests/support/uploads.ts';

test('jobs in a backup are finished after its restore', async () => {
  const [source, target] = [await makeSqlite(), await makeSqlite()];
  const folder = mkdtempSync(path.join(inject('runFolder'), 'restored-'));
  const shop = await makeApp(source, { mediaStore: diskStore(path.join(folder, 'before')) });
  const upload = await (await shop.admin()).request({
    method: 'POST',
    url: '/api/media',
    ...formOf([filePart('image', await smallPicture(1000, 600).png().toBuffer())]),
  });
  const picture: Picture = upload.json();
  const backup = await takeBackup(shop.ctx);
  const file = path.join(folder, 'shop.tar');
  await pipeline(backup.read(), createWriteStream(file));
  await backup.discard();
  const mediaStore = diskStore(path.join(folder, 'after'));
  const { db, dialect } = target;
  await restoreBackup(
    { db, dialect, config: { dataDir: folder }, mediaStore },
    await openArchive(file),
  );
  const { signal } = new AbortController();
  await runDueJobs({ ...shop.ctx, db, dialect, mediaStore }, 'renditions', signal);
  const made = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', picture.id)
    .executeTakeFirstOrThrow();
  expect(made).toMatchObject({ widths: [320, 640, 960], complete: true });
  for (const name of filesOfMedium(made)) expect(await mediaStore.has(name), name).toBe(true);
  await shop.app.close();
  await source.close();
  await target.close();
});
