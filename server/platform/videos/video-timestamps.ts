/** The creation and modification times in the index of a video (ISO base media boxes). */

const containers = /^(moov|trak|mdia)$/;
const dated = /^(mvhd|tkhd|mdhd)$/;

/** Zeroes them in place, so that the bytes depend on the video's content alone. @param video well formed, as our muxer writes it. */
export function clearTimestamps(video: Buffer, from = 0, to = video.length): void {
  for (let start = from; start + 8 <= to; ) {
    const short = video.readUInt32BE(start);
    const type = video.toString('latin1', start + 4, start + 8);
    const [header, size] = short === 1 ? [16, Number(video.readBigUInt64BE(start + 8))] : [8, short];
    const content = start + header;
    if (containers.test(type)) clearTimestamps(video, content, start + size);
    // After version and flags: creation and modification time, eight bytes each in version 1, else four.
    if (dated.test(type)) video.fill(0, content + 4, content + (video[content] === 1 ? 20 : 12));
    start += size;
  }
}
