/** `npm run export -- FILE.zip | FOLDER`: specimens and orders as CSV with the files of the pictures, also while the shop runs. */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#contract/problems.ts';
import { ConfigurationError } from '#server/config.ts';
import { exportFiles } from '#server/features/transfer/export.service.ts';
import { writeZip, type ZipEntry } from '#server/platform/zip-writer.ts';
import { withShop } from './shop.ts';

const USAGE = `npm run export -- FILE.zip
npm run export -- FOLDER

Writes specimens.csv, orders.csv and a folder of pictures into a new zip file or a new folder, also while the shop runs.
With --no-pictures the two sheets alone. They hold buyers' names and addresses: keep them where nobody else can read them.`;

const given = process.argv.slice(2);
const [target, ...more] = given.filter((word) => word !== '--no-pictures');
try {
  if (target !== undefined && !target.startsWith('-') && more.length === 0) await exportTo(target);
  else {
    console.log(USAGE);
    process.exitCode = target === '--help' ? 0 : 1;
  }
} catch (error) {
  const isExpected = error instanceof Problem || error instanceof ConfigurationError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

async function exportTo(typed: string): Promise<void> {
  await withShop(async (ctx, { pathOf }) => {
    const place = pathOf(typed);
    if (existsSync(place)) throw new Problem('state_conflict', `${place} is there already.`);
    const missing: string[] = [];
    const files = exportFiles(ctx, { withPictures: !given.includes('--no-pictures') }, (name) => missing.push(name));
    const partial = `${place}.part`;
    let count = 0;
    await mkdir(path.dirname(place), { recursive: true });
    try {
      if (place.toLowerCase().endsWith('.zip')) {
        await pipeline(writeZip(counted(files), ctx.clock.now()), createWriteStream(partial, { mode: 0o600, flush: true }));
      } else for await (const { name, read } of counted(files)) await writeFile(path.join(partial, name), read());
      await rename(partial, place);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
    console.log(`${place}: specimens.csv, orders.csv and ${count - 2} files of pictures.`);
    if (missing.length > 0) {
      console.error(`The media store lacks ${missing.length} of the pictures:\n${missing.join('\n')}`);
      process.exitCode = 2;
    }

    async function* counted(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
      for await (const entry of entries) {
        yield entry;
        count += 1;
      }
    }
  });
}

async function writeFile(localPath: string, content: AsyncIterable<Uint8Array | string>): Promise<void> {
  await mkdir(path.dirname(localPath), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(localPath, { mode: 0o600 }));
}
