/**
 * `npm run media-moved`: notes that the media are now where the configuration names, after checking
 * that they are.
 */
import { moveMediaPlace } from '#core/server/media/files/media-place.service.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { systemClock } from '#platform/clock.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { explain, withReadableErrors } from './command.ts';
import { withDatabase } from './shop.ts';

const USAGE = `npm run media-moved

After you have copied all photos and videos into a bucket, out of one, or into another, and changed MEDIA_URL: checks that every
file is there, and lets the shop start with it. Stop the shop first, so that nothing is uploaded meanwhile.`;

const SHOWN = 20;

const [typed] = process.argv.slice(2);
if (typed === undefined) await withReadableErrors(recordMove);
else explain(USAGE, typed);

async function recordMove(): Promise<void> {
  await withDatabase(async (database, config) => {
    await prepareDatabase(database);
    const mediaStore = await openMediaStore(config);
    const { place, missing } = await moveMediaPlace(
      { ...database, mediaStore, clock: systemClock },
      config,
    );
    if (missing.length === 0)
      return console.log(
        `All photos and videos are in ${place}. The shop starts with them from now on.`,
      );
    const more = missing.length > SHOWN ? `\n… and ${missing.length - SHOWN} more` : '';
    console.error(
      `${missing.length} files are not in ${place}; nothing was changed:\n${missing.slice(0, SHOWN).join('\n')}${more}`,
    );
    process.exitCode = 1;
  });
}
