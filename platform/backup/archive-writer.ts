import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { SUMS, sumLine } from './archive-format.ts';

export type Part = {
  name: string;
  /** Bytes. */
  size: number;
  read(): Readable;
};

/** Length of a SHA-256 in hexadecimal. */
const HASH_DIGITS = 64;
const BLOCK = 512;

/** In bytes. */
export function archiveSize(parts: readonly Part[]): number {
  const sums = parts.reduce((size, { name }) => size + sumLine('', name).length + HASH_DIGITS, 0);
  const entry = (size: number) => BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  return parts.reduce((size, part) => size + entry(part.size), entry(sums)) + 2 * BLOCK;
}

/**
 * The tar is written while it is read, with the checksums last.
 * @param time modification time of every entry.
 */
export function writeArchive(parts: readonly Part[], time: Date): Readable {
  const tar = pack();
  writeParts(tar, parts, time).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  );
  return Readable.from(tar, { objectMode: false });
}

async function writeParts(tar: Pack, parts: readonly Part[], mtime: Date): Promise<void> {
  const sums: string[] = [];
  for (const { name, size, read } of parts) {
    const hash = createHash('sha256');
    const entry = tar.entry({ name, size, mtime, mode: 0o600 });
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(read(), hashed, entry);
    sums.push(sumLine(hash.digest('hex'), name));
  }
  tar.entry({ name: SUMS, mtime, mode: 0o600 }, sums.join(''));
}
