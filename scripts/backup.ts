/** `npm run backup -- [--encrypt] FILE`: writes the whole shop to one file, also while it runs. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { contentOf, takeBackup } from '#features/backup/server/backup.service.ts';
import { systemClock } from '#platform/clock.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { createWhole, runCommand } from './command.ts';
import { newPassphrase } from './passphrase.ts';
import { noteActivity, withDatabase } from './shop.ts';

const USAGE = `npm run backup -- FILE
npm run backup -- --encrypt FILE.age

Writes the shop's database, photos and videos to FILE, a new tar file. The shop can keep running. Sessions are left out.
FILE contains buyers' names and addresses: keep it private, or encrypt it with a passphrase.
You type the passphrase twice, or set the variable BACKUP_PASSPHRASE. Without it, the file can't be opened.`;

await runCommand(USAGE, ['--encrypt'], async (target, given) => {
  const { manifest, bytes } = await createWhole(target, (partial) =>
    withDatabase(async ({ db, dialect }, config) => {
      const passphrase = given.includes('--encrypt') ? await newPassphrase() : null;
      const backup = await takeBackup({
        db,
        dialect,
        config,
        mediaStore: await openMediaStore(config),
        clock: systemClock,
      });
      try {
        const { bytes, content } = await contentOf(backup, passphrase);
        await pipeline(content, createWriteStream(partial, { mode: 0o600, flush: true }));
        await noteActivity({ db, dialect, clock: systemClock }, 'backup_written');
        return { manifest: backup.manifest, bytes };
      } finally {
        await backup.discard();
      }
    }),
  );
  const { tables, files, missing } = manifest;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${target}: ${tables.specimens} specimens, ${tables.orders} orders, ${files} media files, ${size}.`,
  );
  if (missing.length > 0) {
    console.error(
      `${missing.length} files are missing from the media store:\n${missing.join('\n')}`,
    );
    process.exitCode = 2;
  }
});
