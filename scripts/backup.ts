/** `npm run backup -- FILE`: the whole shop as one file, also while it runs. `npm run restore` puts it back. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { takeBackup } from '#server/features/backup/backup.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';
import { makeWhole, runCommand } from './command.ts';
import { withDatabase } from './shop.ts';

const USAGE = `npm run backup -- FILE

Writes the shop's database and media into FILE, a new tar file, also while the shop runs. Sessions are left out.
FILE holds buyers' names and addresses: keep it where nobody else can read it.`;

await runCommand(USAGE, [], async (target) => {
  const { manifest, bytes } = await makeWhole(target, (partial) =>
    withDatabase(async ({ db, dialect }, config) => {
      const backup = await takeBackup({ db, dialect, mediaStore: await openMediaStore(config), clock: systemClock });
      try {
        await pipeline(backup.read(), createWriteStream(partial, { mode: 0o600, flush: true }));
      } finally {
        await backup.discard();
      }
      return backup;
    }),
  );
  const { tables, files, missing } = manifest;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`${target}: ${tables.specimens} specimens, ${tables.orders} orders, ${files} media files, ${size}.`);
  if (missing.length > 0) {
    console.error(`The media folder lacks ${missing.length} files that the database tells of:\n${missing.join('\n')}`);
    process.exitCode = 2;
  }
});
