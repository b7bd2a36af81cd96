/** The little that is read of a film (ISO base media: mp4, mov): whether it has a picture track, and its size. */
import type { FileHandle } from 'node:fs/promises';

/** Bytes of the largest index that is read; of a long film it has some hundred thousand. */
const LARGEST_INDEX = 16 * 1024 * 1024;
const MOST_BOXES = 10_000;
const LARGEST_SIDE = 16_384;

/** Upright, in pixels. */
export type FilmSize = { width: number; height: number };

type Box = { type: string; content: Buffer };

/** @returns null where there is no index with a picture track. */
export async function readFilmSize(file: FileHandle): Promise<FilmSize | null> {
  const index = await readIndex(file);
  if (!index) return null;
  for (const { type, content: track } of boxesIn(index)) {
    const size = type === 'trak' && isPicture(track) ? sizeOf(find(track, 'tkhd')) : null;
    if (size) return size;
  }
  return null;
}

/** The content of the film's `moov` box, wherever in the file it stands. */
async function readIndex(file: FileHandle): Promise<Buffer | null> {
  const { size: end } = await file.stat();
  let start = 0;
  for (let count = 0; count < MOST_BOXES && start + 8 <= end; count++) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, start);
    const box = boxAt(head, end - start);
    if (!box) return null;
    if (box.type === 'moov') {
      const content = Buffer.alloc(box.size - box.header);
      if (content.length > LARGEST_INDEX) return null;
      await file.read(content, 0, content.length, start + box.header);
      return content;
    }
    start += box.size;
  }
  return null;
}

/** @param room bytes from the box's beginning to the end of what it is in. @returns null for a box that does not fit. */
function boxAt(head: Buffer, room: number): { type: string; size: number; header: number } | null {
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && room < 16) return null;
  // 0: the box goes on to the end.
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? room : short;
  const header = isLong ? 16 : 8;
  return size < header || size > room ? null : { type: head.toString('latin1', 4, 8), size, header };
}

function boxesIn(content: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; boxes.length < MOST_BOXES && start + 8 <= content.length; ) {
    const head = Buffer.alloc(16);
    content.copy(head, 0, start, start + 16);
    const box = boxAt(head, content.length - start);
    if (!box) break;
    boxes.push({ type: box.type, content: content.subarray(start + box.header, start + box.size) });
    start += box.size;
  }
  return boxes;
}

const find = (content: Buffer, type: string): Buffer | undefined => boxesIn(content).find((box) => box.type === type)?.content;

/** Whether a track shows pictures: its handler says so, four bytes behind version and flags. */
function isPicture(track: Buffer): boolean {
  const media = find(track, 'mdia');
  const handler = media && find(media, 'hdlr');
  return handler?.toString('latin1', 8, 12) === 'vide';
}

/** The last two fields of a track's header, in 65,536ths of a pixel, after a matrix that may turn it by a quarter. */
function sizeOf(header: Buffer | undefined): FilmSize | null {
  const length = header?.[0] === 1 ? 96 : 84;
  if (!header || header.length < length) return null;
  const matrix = length - 44;
  const [width, height] = [8, 4].map((back) => Math.round(header.readUInt32BE(length - back) / 65_536));
  if (!width || !height || width > LARGEST_SIDE || height > LARGEST_SIDE) return null;
  const isTurned = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
