/** An export of very many files. The library looks through all entries at each one, so that these take minutes. */
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { writeZip } from '#server/platform/zip-writer.ts';

const MORE_THAN_A_SMALL_ZIP = 65_600;
const TIMEOUT_MS = 600_000;

test(
  'a zip of more files than its old form can count holds them all',
  async () => {
    const entries = Array.from({ length: MORE_THAN_A_SMALL_ZIP }, (_, index) => ({
      name: `${index}`,
      async *read() {
        yield String(index);
      },
    }));
    const bytes = await buffer(writeZip(entries, new Date('2026-11-21T09:30:42Z')));
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    expect(zip.entryCount).toBe(MORE_THAN_A_SMALL_ZIP);
    let last: yauzl.Entry | undefined;
    for await (const one of zip.eachEntry()) last = one;
    expect(last && (await text(await zip.openReadStreamPromise(last)))).toBe(String(MORE_THAN_A_SMALL_ZIP - 1));
  },
  TIMEOUT_MS,
);
