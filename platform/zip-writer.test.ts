import { buffer, text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { writeZip } from './zip-writer.ts';

const TIME = new Date('2026-11-21T09:30:42Z');

const entry = (name: string, ...chunks: (string | Uint8Array)[]) => ({
  name,
  async *read() {
    yield* chunks;
  },
});

const written = async (entries: Parameters<typeof writeZip>[0]): Promise<yauzl.ZipFile> =>
  yauzl.fromBufferPromise(await buffer(writeZip(entries, TIME)), {
    lazyEntries: true,
    validateEntrySizes: true,
  });

test('what goes in comes out, with names in any script and empty files', async () => {
  const zip = await written([
    entry('specimens.csv', 'a,', 'b'),
    entry('pictures/Zéolithe 💎.jpg', Buffer.from([255, 0])),
    entry('empty'),
  ]);
  const found: [string, string, string][] = [];
  for await (const one of zip.eachEntry()) {
    found.push([
      one.fileName,
      await text(await zip.openReadStreamPromise(one)),
      one.getLastModDate({ timezone: 'UTC' }).toISOString(),
    ]);
  }
  const time = '2026-11-21T09:30:42.000Z';
  expect(found).toEqual([
    ['specimens.csv', 'a,b', time],
    ['pictures/Zéolithe 💎.jpg', '\ufffd\0', time],
    ['empty', '', time],
  ]);
});

test('a file that cannot be read breaks the zip off', async () => {
  const broken = {
    name: 'broken',
    // biome-ignore lint/correctness/useYield: it fails before
    async *read(): AsyncGenerator<string> {
      throw new Error('gone');
    },
  };
  await expect(written([entry('whole', 'x'), broken])).rejects.toThrow('gone');
});

test('a reader that goes away closes the entry it was at, and no other is begun', async () => {
  const events: string[] = [];
  const endless = (name: string) => ({
    name,
    async *read() {
      events.push(`${name} opened`);
      try {
        for (;;) yield Buffer.alloc(64 * 1024);
      } finally {
        events.push(`${name} closed`);
      }
    },
  });
  const zip = writeZip([endless('first'), endless('second')], TIME);
  for await (const _ of zip) break;
  await vi.waitFor(() => expect(events).toEqual(['first opened', 'first closed']));
});
