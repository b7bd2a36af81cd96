/** Reads and clears times in a video's index (ISO base media boxes). */
import type { FileHandle } from 'node:fs/promises';

const containers = /^(moov|trak|mdia)$/;
const dated = /^(mvhd|tkhd|mdhd)$/;

/**
 * Zeroes them in place, so the bytes depend on the video's content alone.
 * @param video well formed, as our muxer writes it.
 */
export function clearTimestamps(video: Buffer, from = 0, to = video.length): void {
  for (let start = from; start + 8 <= to; ) {
    const short = video.readUInt32BE(start);
    const type = video.toString('latin1', start + 4, start + 8);
    const [header, size] =
      short === 1 ? [16, Number(video.readBigUInt64BE(start + 8))] : [8, short];
    const content = start + header;
    if (containers.test(type)) clearTimestamps(video, content, start + size);
    // After version and flags: creation and modification time, eight bytes each in version 1, else
    // four.
    if (dated.test(type)) video.fill(0, content + 4, content + (video[content] === 1 ? 20 : 12));
    start += size;
  }
}

/** From the first instant of 1904, in which the format counts, to that of 1970. */
const BEFORE_1970_SECONDS = 2_082_844_800;
const MAX_BOXES = 1_000;

/** ISO 8601 in UTC; null where the index does not say it. */
export async function readCreation(file: FileHandle): Promise<string | null> {
  const { size: length } = await file.stat();
  const head = Buffer.alloc(32);
  let [start, end] = [0, length];
  for (let boxes = 0; boxes < MAX_BOXES && start + 8 <= end; boxes++) {
    const { bytesRead } = await file.read(head.fill(0), 0, head.length, start);
    if (bytesRead < 8) return null;
    const short = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    const [header, size] =
      short === 1 ? [16, Number(head.readBigUInt64BE(8))] : [8, short === 0 ? end - start : short];
    if (size < header) return null;
    if (type === 'mvhd') return instantOf(head.subarray(header));
    if (type === 'moov') [start, end] = [start + header, Math.min(end, start + size)];
    else start += size;
  }
  return null;
}

/**
 * @param content after the box's header: version and flags, then the time in eight bytes or four.
 */
function instantOf(content: Buffer): string | null {
  const seconds =
    (content[0] === 1 ? Number(content.readBigUInt64BE(4)) : content.readUInt32BE(4)) -
    BEFORE_1970_SECONDS;
  return seconds > 0 && seconds < 2 ** 33 ? new Date(seconds * 1000).toISOString() : null;
}
