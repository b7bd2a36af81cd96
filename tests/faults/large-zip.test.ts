/** A zip of very many files. The library's cost is quadratic, so this takes minutes. */
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { writeZip } from '#platform/zip-writer.ts';

/** More than a zip without the zip64 extension can hold. */
const ENTRIES = 65_600;
const TIMEOUT_MS = 600_000;

test(
  'a zip of more than 65,535 files contains them all',
  async () => {
    const entries = Array.from({ length: ENTRIES }, (_, index) => ({
      name: `${index}`,
      async *read() {
        yield String(index);
      },
    }));
    const bytes = await buffer(writeZip(entries, new Date('2026-11-21T09:30:42Z')));
    const zip = await yauzl.fromBufferPromise(bytes, {
      lazyEntries: true,
      validateEntrySizes: true,
    });
    expect(zip.entryCount).toBe(ENTRIES);
    let last: yauzl.Entry | undefined;
    for await (const one of zip.eachEntry()) last = one;
    expect(last && (await text(await zip.openReadStreamPromise(last)))).toBe(String(ENTRIES - 1));
  },
  TIMEOUT_MS,
);
