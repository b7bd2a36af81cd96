/** Damaged Exif says nothing; it is never an error. */

/**
 * `local` is the camera's clock, `2026-11-20T10:15:30.250`; `offset` is from UTC, `+02:00`, where
 * the camera knows it.
 */
export type LocalTime = { local: string; offset: string | null };

const EXIF_BLOCK = 0x8769;
const ORIENTATION = 0x0112;
/** Date, fraction of a second and offset from UTC of when it was taken, else digitized. */
const TAGS = [
  { date: 0x9003, fraction: 0x9291, offset: 0x9011 },
  { date: 0x9004, fraction: 0x9292, offset: 0x9012 },
] as const;
const ASCII = 2;
const MAX_FIELDS = 1_000;
const MAX_TEXT = 64;

/** @param exif the block as decoders hand it out, with or without `Exif` before it. */
export const readExifTime = (exif: Buffer): LocalTime | null => read(exif, timeIn);

/** From 1, upright as it is stored, to 8. @param exif as `readExifTime` takes it. */
export const readOrientation = (exif: Buffer): number => read(exif, orientationIn) ?? 1;

function read<T>(exif: Buffer, from: (block: Fields) => T | null): T | null {
  const block = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const order = block.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const short = (at: number) => (order === 'II' ? block.readUInt16LE(at) : block.readUInt16BE(at));
  const long = (at: number) => (order === 'II' ? block.readUInt32LE(at) : block.readUInt32BE(at));
  const fieldsAt = (start: number): Map<number, number> => {
    const count = Math.min(short(start), MAX_FIELDS);
    return new Map(
      Array.from({ length: count }, (_, index) => start + 2 + 12 * index).map((at) => [
        short(at),
        at,
      ]),
    );
  };
  try {
    return from({ block, short, long, fieldsAt });
  } catch (error) {
    // Beyond the block's end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Fields = {
  block: Buffer;
  short: (at: number) => number;
  long: (at: number) => number;
  fieldsAt: (start: number) => Map<number, number>;
};

function orientationIn({ short, long, fieldsAt }: Fields): number | null {
  const at = fieldsAt(long(4)).get(ORIENTATION);
  const value = at === undefined ? 1 : short(at + 8);
  return value >= 1 && value <= 8 ? value : null;
}

function timeIn({ block, short, long, fieldsAt }: Fields): LocalTime | null {
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
    if (local)
      return { local, offset: /^[+-](0\d|1[0-4]):[0-5]\d$/.exec(text(tags.offset))?.[0] ?? null };
  }
  return null;
}

/** @param date `2026:11:20 10:15:30`; cameras without a set clock write zeros or blanks. */
function localTime(date: string, fraction: string): string | null {
  const [, year, month, day, time] =
    /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(date) ?? [];
  const millis = /^\d+/.exec(fraction)?.[0].slice(0, 3).padEnd(3, '0') ?? '000';
  const local = `${year}-${month}-${day}T${time}.${millis}`;
  const instant = Date.parse(`${local}Z`);
  // A day or hour that does not exist reads as another one, or none.
  return Number.isNaN(instant) ||
    new Date(instant).toISOString() !== `${local}Z` ||
    Number(year) < 1990
    ? null
    : local;
}
