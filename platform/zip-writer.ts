/** Compresses nothing: pictures are already, and texts are small beside them. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** With slashes. */ name: string;
  read(): AsyncIterable<Uint8Array | string>;
};
type Entries = AsyncIterable<ZipEntry> | Iterable<ZipEntry>;

/**
 * @param time of every entry.
 * @returns a stream that fails with what an entry throws, and closes the entry it is at when it is
 * destroyed.
 */
export function writeZip(entries: Entries, time: Date): Readable {
  const zip = new ZipFile();
  // It is a PassThrough; the types promise less.
  const output = zip.outputStream as Readable;
  const closed = new AbortController();
  output.on('close', () => closed.abort());
  addEntries(zip, entries, time, closed.signal).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** One entry at a time: the next one is opened when the last one is read to its end. */
async function addEntries(
  zip: ZipFile,
  entries: Entries,
  time: Date,
  closed: AbortSignal,
): Promise<void> {
  // The library repeats here what the source itself reports below.
  zip.on('error', () => {});
  for await (const { name, read } of entries) {
    closed.throwIfAborted();
    const source = Readable.from(read());
    zip.addReadStream(source, name, { mtime: time, compress: false });
    try {
      await finished(source, { signal: closed });
    } finally {
      source.destroy();
    }
  }
}
