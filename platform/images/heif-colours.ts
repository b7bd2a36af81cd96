/** `primaries`: their code point in ISO/IEC 23091-2. */
export type HeifColours = { profile: Buffer | null; primaries: number | null; isTurned: boolean };

/** Finds nothing in a damaged file. */
export function readHeifColours(file: Buffer): HeifColours {
  const found: HeifColours = { profile: null, primaries: null, isTurned: false };
  const meta = boxes(file)
    .find(({ type }) => type === 'meta')
    ?.content.subarray(4);
  const inMeta = new Map(boxes(meta).map(({ type, content }) => [type, content]));
  const inProperties = new Map(
    boxes(inMeta.get('iprp')).map(({ type, content }) => [type, content]),
  );
  const properties = boxes(inProperties.get('ipco'));
  try {
    for (const index of propertiesOf(primaryItem(inMeta.get('pitm')), inProperties.get('ipma'))) {
      const property = properties[index - 1];
      if (property?.type === 'irot' || property?.type === 'imir') found.isTurned = true;
      if (property?.type !== 'colr') continue;
      const kind = property.content.toString('latin1', 0, 4);
      if (kind === 'prof' || kind === 'rICC') found.profile = property.content.subarray(4);
      if (kind === 'nclx') found.primaries = property.content.readUInt16BE(4);
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

/** Indices count from 1. */
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
    const size = isLong
      ? Number(buffer.readBigUInt64BE(start + 8))
      : short || buffer.length - start;
    if (size < 8) break;
    found.push({
      type: buffer.toString('latin1', start + 4, start + 8),
      content: buffer.subarray(start + (isLong ? 16 : 8), start + size),
    });
    start += size;
  }
  return found;
}
