/** `npm run static -- FOLDER`: writes the public shop as plain files, also while it runs. */
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { readEnvironment, readOrigin } from '#core/server/config.ts';
import { buildPagesIfStale } from './build.ts';
import { explain, withReadableErrors } from './command.ts';
import { goOnLean } from './lean-process.ts';

const USAGE = `npm run static -- FOLDER
npm run static -- FOLDER --url=https://druse.example

Writes what visitors see as plain files to a new folder, or over an earlier copy: pages, photos, search and feed. Any web space can serve it, and
a browser opens its index.html from a disk. The shop can keep running. Every page says when it was made, and links to the shop for orders: to --url, else to
PUBLIC_URL, else to the shop's email address.
--no-videos leaves out the videos.`;

const URL_SWITCH = '--url=';
const WITHOUT_VIDEOS = ['--no-videos', '--no-films'];
const dist = path.join(import.meta.dirname, '../dist');

// Before the shop is loaded.
goOnLean(import.meta.filename);

const args = process.argv.slice(2);
const given = args.find((arg) => arg.startsWith(URL_SWITCH));
const [typed, ...more] = args.filter((arg) => arg !== given && !WITHOUT_VIDEOS.includes(arg));
if (typed === undefined || typed.startsWith('-') || more.length > 0) explain(USAGE, typed);
else await withReadableErrors(() => copyShop(typed));

async function copyShop(folder: string): Promise<void> {
  const url = given === undefined ? null : readOrigin(given.slice(URL_SWITCH.length));
  if (given !== undefined && url === null)
    throw new Problem(
      'bad_request',
      '--url must be an origin such as https://druse.example, without a path.',
    );
  // npm runs scripts in the package's folder, but a path is relative to where it was typed.
  const target = path.resolve(readEnvironment().INIT_CWD ?? '', folder);
  const ending = new AbortController();
  const stop = () =>
    ending.abort(new Problem('state_conflict', `Stopped. ${target} is unchanged.`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  const [{ createBuiltRenderer }, { writeStaticCopy }, { withShop }] = await Promise.all([
    import('#platform/rendering/renderer.ts'),
    import('#features/static-copy/server/static-copy.service.ts'),
    import('./shop.ts'),
  ]);
  const report = await withShop(async (ctx) => {
    // Not before it is known that there is a shop.
    buildPagesIfStale();
    const renderer = await createBuiltRenderer(dist);
    return writeStaticCopy(ctx, target, {
      renderer,
      dist,
      signal: ending.signal,
      url: url ?? ctx.config.publicUrl,
      hasVideos: !args.some((arg) => WITHOUT_VIDEOS.includes(arg)),
    });
  });
  console.log(
    `${target}: ${report.specimens} specimens on ${report.pages} pages, and ${report.media} photos and videos, ${(report.bytes / 1e6).toFixed(1)} MB.`,
  );
  if (report.missing.length > 0) {
    console.error(
      `${report.missing.length} files are missing from the media store:\n${report.missing.join('\n')}`,
    );
    process.exitCode = 2;
  }
}
