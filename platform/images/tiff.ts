import { type FileHandle, open } from 'node:fs/promises';

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const CHANNELS = 3;

/** 3 channels of 8 bits; `stride` bytes from one row to the next. `orientation` as in Exif. */
export type RgbRows = { data: Uint8Array; width: number; height: number; stride: number };

const BATCH_ROWS = 256;

export async function writeTiff(
  localPath: string,
  { data, width, height, stride }: RgbRows,
  profile: Uint8Array | null,
  orientation = 1,
): Promise<void> {
  const file = await open(localPath, 'w');
  try {
    await file.write(tiffHead(width, height, profile, orientation));
    for (let row = 0; row < height; row += BATCH_ROWS)
      await writeRows(
        file,
        { data, width, height, stride },
        row,
        Math.min(row + BATCH_ROWS, height),
      );
  } finally {
    await file.close();
  }
}

async function writeRows(
  file: FileHandle,
  { data, width, stride }: RgbRows,
  from: number,
  to: number,
): Promise<void> {
  const length = width * CHANNELS;
  const rows = Buffer.alloc((to - from) * length);
  for (let row = from; row < to; row++)
    rows.set(data.subarray(row * stride, row * stride + length), (row - from) * length);
  await file.writeFile(rows);
}

function tiffHead(
  width: number,
  height: number,
  profile: Uint8Array | null,
  orientation: number,
): Buffer {
  const bitsAt = 8 + 2 + 12 * 11 + 4;
  const profileAt = bitsAt + 2 * CHANNELS;
  const pixelsAt = profileAt + (profile?.length ?? 0);
  const fields: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, CHANNELS, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, pixelsAt],
    [274, SHORT, 1, orientation],
    [277, SHORT, 1, CHANNELS],
    [278, LONG, 1, height],
    [279, LONG, 1, width * height * CHANNELS],
    ...(profile
      ? [[34675, UNDEFINED, profile.length, profileAt] satisfies [number, number, number, number]]
      : []),
  ];
  const head = Buffer.alloc(pixelsAt);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(fields.length, 8);
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    const at = 10 + 12 * index;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  for (let channel = 0; channel < CHANNELS; channel++) head.writeUInt16LE(8, bitsAt + 2 * channel);
  if (profile) head.set(profile, profileAt);
  return head;
}
