/** The moments at which a film was written, which stand in the boxes (ISO base media) of its index. */

const containers = /^(moov|trak|mdia)$/;
const dated = /^(mvhd|tkhd|mdhd)$/;

/** Sets them to nothing, in place: the film's bytes then depend on its content alone. @param film as our own writer makes it, well formed. */
export function clearTimes(film: Buffer, from = 0, to = film.length): void {
  for (let start = from; start + 8 <= to; ) {
    const short = film.readUInt32BE(start);
    const type = film.toString('latin1', start + 4, start + 8);
    const [header, size] = short === 1 ? [16, Number(film.readBigUInt64BE(start + 8))] : [8, short];
    const content = start + header;
    if (containers.test(type)) clearTimes(film, content, start + size);
    // Behind version and flags: when it was made and last changed, in eight bytes each in version 1.
    if (dated.test(type)) film.fill(0, content + 4, content + (film[content] === 1 ? 20 : 12));
    start += size;
  }
}
