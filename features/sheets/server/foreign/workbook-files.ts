/** The files of a workbook's zip. What is not asked for is never unpacked. */
import yauzl from 'yauzl';
import { UnreadableSheet } from '#platform/csv.ts';
import { MAX_MARKUP, MAX_READ_BYTES, MAX_UNPACKED_BYTES } from './sheet-limits.ts';

const MAX_FILES = 10_000;

export type UnpackedFile = {
  data: AsyncIterable<Buffer>;
  /** @throws UnreadableSheet where the workbook has too much markup. */
  countMarkup: (weight: number) => void;
};

export type WorkbookFiles = {
  has: (name: string) => boolean;
  /** @throws UnreadableSheet, while it is read, where it unpacks to more than a sheet may. */
  read: (name: string) => Promise<UnpackedFile>;
  close: () => void;
};

export async function openFiles(
  localPath: string,
  { tooLarge, locked }: { tooLarge: string; locked: string },
): Promise<WorkbookFiles> {
  const zip = await yauzl.openPromise(localPath, {
    autoClose: false,
    lazyEntries: true,
    validateEntrySizes: true,
  });
  const entries = new Map<string, yauzl.Entry>();
  try {
    if (zip.entryCount > MAX_FILES) throw new UnreadableSheet(tooLarge);
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new UnreadableSheet(locked);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  let [bytes, markup] = [0, 0];
  const countMarkup = (weight: number) => {
    markup += weight;
    if (markup > MAX_MARKUP) throw new UnreadableSheet(tooLarge);
  };
  async function* limited(data: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let own = 0;
    for await (const chunk of data) {
      own += chunk.length;
      bytes += chunk.length;
      if (own > MAX_UNPACKED_BYTES || bytes > MAX_READ_BYTES) throw new UnreadableSheet(tooLarge);
      yield chunk;
    }
  }
  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`There is no ${name}`);
      return { data: limited(await zip.openReadStreamPromise(entry)), countMarkup };
    },
    close: () => zip.close(),
  };
}
