/** Reads from a picture's Exif block when it was taken. What is damaged says nothing; it is never an error. */

/** As the camera's clock had it, `2026-11-20T10:15:30.250`; `offset` from UTC, `+02:00`, where the camera knows it. */
export type LocalTime = { local: string; offset: string | null };

const EXIF_BLOCK = 0x8769;
/** When it was taken, else when it was digitised: date, fraction of a second, offset from UTC. */
const TAGS = [
  { date: 0x9003, fraction: 0x9291, offset: 0x9011 },
  { date: 0x9004, fraction: 0x9292, offset: 0x9012 },
] as const;
const ASCII = 2;
const MAX_FIELDS = 1_000;
const MAX_TEXT = 64;

/** @param exif the block as decoders hand it out, with or without `Exif` before it. */
export function readExifTime(exif: Buffer): LocalTime | null {
  const block = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  try {
    return timeIn(block);
  } catch (error) {
    // Beyond the block's end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function timeIn(block: Buffer): LocalTime | null {
  const order = block.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const short = (at: number) => (order === 'II' ? block.readUInt16LE(at) : block.readUInt16BE(at));
  const long = (at: number) => (order === 'II' ? block.readUInt32LE(at) : block.readUInt32BE(at));
  const fieldsAt = (start: number): Map<number, number> => {
    const count = Math.min(short(start), MAX_FIELDS);
    return new Map(Array.from({ length: count }, (_, index) => start + 2 + 12 * index).map((at) => [short(at), at]));
  };
  const pointer = fieldsAt(long(4)).get(EXIF_BLOCK);
  if (pointer === undefined) return null;
  const fields = fieldsAt(long(pointer + 8));
  const text = (tag: number): string => {
    const at = fields.get(tag);
    if (at === undefined || short(at + 2) !== ASCII) return '';
    const length = Math.min(long(at + 4), MAX_TEXT);
    const start = length <= 4 ? at + 8 : long(at + 8);
    return block
      .toString('latin1', start, start + length)
      .replace(/\0.*/s, '')
      .trim();
  };
  for (const tags of TAGS) {
    const local = localTime(text(tags.date), text(tags.fraction));
    if (local) return { local, offset: /^[+-](0\d|1[0-4]):[0-5]\d$/.exec(text(tags.offset))?.[0] ?? null };
  }
  return null;
}

/** @param date `2026:11:20 10:15:30`; cameras without a set clock write zeros or blanks. */
function localTime(date: string, fraction: string): string | null {
  const [, year, month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(date) ?? [];
  const millis = /^\d+/.exec(fraction)?.[0].slice(0, 3).padEnd(3, '0') ?? '000';
  const local = `${year}-${month}-${day}T${time}.${millis}`;
  const instant = Date.parse(`${local}Z`);
  // A day or hour that does not exist reads as another one, or none.
  return Number.isNaN(instant) || new Date(instant).toISOString() !== `${local}Z` || Number(year) < 1990 ? null : local;
}
