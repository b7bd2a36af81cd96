/**
 * `npm run export -- FILE.zip | FOLDER`: exports specimens and orders as CSV, with their pictures, also
 * while the shop runs.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportFiles } from '#features/sheets/server/export.service.ts';
import { writeZip, type ZipEntry } from '#platform/zip-writer.ts';
import { createWhole, runCommand } from './command.ts';
import { noteActivity, withShop } from './shop.ts';

const USAGE = `npm run export -- FILE.zip
npm run export -- FOLDER

Writes specimens.csv, orders.csv, species.csv where you have changed the table of species, and a folder of photos and videos to a new zip file or folder. The shop can keep running.
--no-pictures leaves out the files. The sheets contain buyers' names and addresses, so keep them private.`;

await runCommand(USAGE, ['--no-pictures'], async (target, switches) => {
  const missing: string[] = [];
  const sheets: string[] = [];
  let count = 0;
  await createWhole(target, (partial) =>
    withShop(async (ctx) => {
      const files = counted(
        exportFiles(ctx, { withPictures: !switches.includes('--no-pictures') }, (name) =>
          missing.push(name),
        ),
      );
      await mkdir(path.dirname(target), { recursive: true });
      if (target.toLowerCase().endsWith('.zip')) {
        await pipeline(
          writeZip(files, ctx.clock.now()),
          createWriteStream(partial, { mode: 0o600, flush: true }),
        );
      } else
        for await (const { name, read } of files) await writeFile(path.join(partial, name), read());
      await noteActivity(ctx, 'export_written');
    }),
  );
  console.log(`${target}: ${sheets.join(', ')} and ${count} photos and videos.`);
  if (missing.length > 0) {
    console.error(
      `${missing.length} files are missing from the media store:\n${missing.join('\n')}`,
    );
    process.exitCode = 2;
  }

  async function* counted(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
    for await (const entry of entries) {
      yield entry;
      if (entry.name.endsWith('.csv')) sheets.push(entry.name);
      else count += 1;
    }
  }
});

async function writeFile(
  localPath: string,
  content: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  await mkdir(path.dirname(localPath), { recursive: true, mode: 0o700 });
  await pipeline(
    Readable.from(content, { objectMode: false }),
    createWriteStream(localPath, { mode: 0o600 }),
  );
}
