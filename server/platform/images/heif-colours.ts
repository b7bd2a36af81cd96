/** Reads the colour space of a HEIC or AVIF file's primary picture. */

/** ISO/IEC 23091-2: the primaries of Display P3. */
const P3_PRIMARIES = 12;

export type HeifColours = { profile: Buffer | null; isP3: boolean };

/** Reads the `colr` properties of the primary item: its ICC profile, and whether its code points mean Display P3. Finds nothing in a damaged file. */
export function readHeifColours(file: Buffer): HeifColours {
  const found: HeifColours = { profile: null, isP3: false };
  const meta = boxes(file)
    .find(({ type }) => type === 'meta')
    ?.content.subarray(4);
  const inMeta = new Map(boxes(meta).map(({ type, content }) => [type, content]));
  const inProperties = new Map(boxes(inMeta.get('iprp')).map(({ type, content }) => [type, content]));
  const properties = boxes(inProperties.get('ipco'));
  try {
    for (const index of propertiesOf(primaryItem(inMeta.get('pitm')), inProperties.get('ipma'))) {
      const property = properties[index - 1];
      if (property?.type !== 'colr') continue;
      const kind = property.content.toString('latin1', 0, 4);
      if (kind === 'prof' || kind === 'rICC') found.profile = property.content.subarray(4);
      if (kind === 'nclx') found.isP3 = property.content.readUInt16BE(4) === P3_PRIMARIES;
    }
  } catch (error) {
    // The file is shorter than it claims.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

function primaryItem(pitm: Buffer | undefined): number | null {
  if (!pitm) return null;
  return pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4);
}

/** The indices of an item's properties, counted from 1. */
function propertiesOf(item: number | null, ipma: Buffer | undefined): number[] {
  if (item === null || !ipma) return [];
  const isLongId = ipma[0] !== 0;
  const isLongIndex = (ipma.readUIntBE(1, 3) & 1) === 1;
  let at = 8;
  for (let entry = ipma.readUInt32BE(4); entry > 0; entry--) {
    const id = isLongId ? ipma.readUInt32BE(at) : ipma.readUInt16BE(at);
    at += isLongId ? 4 : 2;
    const count = ipma.readUInt8(at);
    at += 1;
    const indices = Array.from({ length: count }, (_, n) =>
      isLongIndex ? ipma.readUInt16BE(at + 2 * n) & 0x7fff : ipma.readUInt8(at + n) & 0x7f,
    );
    if (id === item) return indices;
    at += count * (isLongIndex ? 2 : 1);
  }
  return [];
}

type Box = { type: string; content: Buffer };

function boxes(buffer: Buffer = Buffer.alloc(0)): Box[] {
  const found: Box[] = [];
  for (let start = 0; start + 8 <= buffer.length; ) {
    const short = buffer.readUInt32BE(start);
    const isLong = short === 1 && start + 16 <= buffer.length;
    const size = isLong ? Number(buffer.readBigUInt64BE(start + 8)) : short || buffer.length - start;
    if (size < 8) break;
    found.push({
      type: buffer.toString('latin1', start + 4, start + 8),
      content: buffer.subarray(start + (isLong ? 16 : 8), start + size),
    });
    start += size;
  }
  return found;
}
