/**
 * Zip files written while they are read. Nothing is compressed: pictures are already, and texts are small beside them. Sizes beyond 4 GB and
 * more than 65,535 files take the larger forms of the end (zip64); one file has less than 4 GB.
 */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

export type ZipEntry = { /** With slashes. */ name: string; read(): AsyncIterable<Uint8Array | string> };

type Written = { name: Buffer; crc: number; size: number; offset: number };

const LARGEST = 0xffffffff;
const MOST = 0xffff;
const STORED = 0;
/** Bytes. */
const GATHERED = 64 * 1024;
/** The sum and size follow the bytes; names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const VERSION_64 = 45;

export function writeZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, time: Date): Readable {
  return Readable.from(gathered(partsOf(entries, dosTime(time))), { objectMode: false });
}

/** Many small parts as few large ones: each is a write to a disk or a line. */
async function* gathered(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    waiting.push(part);
    size += part.length;
    if (size < GATHERED) continue;
    yield Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting, size);
}

async function* partsOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, time: Buffer): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  const pass = (part: Buffer) => {
    offset += part.length;
    return part;
  };
  for await (const { name, read } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, offset };
    yield pass(Buffer.concat([localHeader(entry, time), entry.name]));
    for await (const chunk of read()) {
      const bytes = Buffer.from(chunk);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield pass(bytes);
    }
    if (entry.size > LARGEST) throw new Error(`${name} is too large for a zip file`);
    yield pass(fields([4, 0x08074b50], [4, entry.crc], [4, entry.size], [4, entry.size]));
    written.push(entry);
  }
  const start = offset;
  for (const entry of written) yield pass(directoryEntry(entry, time));
  yield end(written.length, start, offset - start);
}

const localHeader = ({ name }: Written, time: Buffer): Buffer =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, STORED]),
    time,
    // Sum and sizes come behind the bytes.
    fields([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
  ]);

function directoryEntry({ name, crc, size, offset }: Written, time: Buffer): Buffer {
  const isFar = offset > LARGEST;
  const extra = isFar ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  const version = isFar ? VERSION_64 : VERSION;
  return Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], [2, FLAGS], [2, STORED]),
    time,
    fields([4, crc], [4, size], [4, size], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0]),
    fields([4, isFar ? LARGEST : offset]),
    name,
    extra,
  ]);
}

function end(count: number, start: number, size: number): Buffer {
  const isLarge = count >= MOST || start + size >= LARGEST;
  const large = isLarge
    ? [
        fields([4, 0x06064b50], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, start]),
        fields([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]),
      ]
    : [];
  const shown = (value: number, most: number) => (isLarge ? most : value);
  return Buffer.concat([
    ...large,
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, shown(count, MOST)], [2, shown(count, MOST)]),
    fields([4, shown(size, LARGEST)], [4, shown(start, LARGEST)], [2, 0]),
  ]);
}

/** Numbers one after the other, each with the bytes it takes, the lowest byte first. */
function fields(...values: (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** Time and date as zip has them since DOS: two seconds are the least, 1980 the first year. */
function dosTime(time: Date): Buffer {
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const date = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  return fields([2, clock], [2, date]);
}
