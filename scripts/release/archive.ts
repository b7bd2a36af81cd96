/**
 * The tar file depends on nothing but its contents: not on the machine, the user, the hour or the
 * order on the disk.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** `name` is the path in the archive; the contents are a file on the disk, or a text. */
export type Entry = { name: string; isProgram?: boolean } & ({ file: string } | { text: string });

/**
 * Writes the archive completely or not at all.
 * @returns its hash, and its sizes packed and unpacked.
 */
export async function writeArchive(
  target: string,
  entries: readonly Entry[],
  mtime: Date,
): Promise<{ sha256: string; packed: number; unpacked: number }> {
  const partial = `${target}.part`;
  const tar = pack();
  const hash = createHash('sha256');
  let packed = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      packed += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(tar, createGzip({ level: 9 }), count, createWriteStream(partial));
  // A failure is thrown where it is awaited below.
  written.catch(() => {});
  let unpacked = 0;
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const content = 'text' in entry ? Buffer.from(entry.text) : await readFile(entry.file);
    unpacked += content.length;
    const header = {
      name: entry.name,
      mode: entry.isProgram ? 0o755 : 0o644,
      mtime,
      uid: 0,
      gid: 0,
    };
    await new Promise<void>((resolve, reject) => {
      tar.entry(header, content, (error) => (error ? reject(error) : resolve()));
    });
  }
  tar.finalize();
  await written;
  await rename(partial, target);
  return { sha256: hash.digest('hex'), packed, unpacked };
}
