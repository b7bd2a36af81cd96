/** The moments at which a video was written, which stand in the boxes (ISO base media) of its index. */

const containers = /^(moov|trak|mdia)$/;
const dated = /^(mvhd|tkhd|mdhd)$/;

/** Sets them to nothing, in place: the video's bytes then depend on its content alone. @param video as our own writer makes it, well formed. */
export function clearTimestamps(video: Buffer, from = 0, to = video.length): void {
  for (let start = from; start + 8 <= to; ) {
    const short = video.readUInt32BE(start);
    const type = video.toString('latin1', start + 4, start + 8);
    const [header, size] = short === 1 ? [16, Number(video.readBigUInt64BE(start + 8))] : [8, short];
    const content = start + header;
    if (containers.test(type)) clearTimestamps(video, content, start + size);
    // Behind version and flags: when it was made and last changed, in eight bytes each in version 1.
    if (dated.test(type)) video.fill(0, content + 4, content + (video[content] === 1 ? 20 : 12));
    start += size;
  }
}
