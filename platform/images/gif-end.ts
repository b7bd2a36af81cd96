/** Detects truncated animated GIFs: the decoder reads only the first frame and would not notice. */

const HEADER_BYTES = 13;
const FRAME_BYTES = 10;
const EXTENSION = 0x21;
const FRAME = 0x2c;

export function isWholeGif(file: Buffer): boolean {
  let at = HEADER_BYTES + colourTableBytes(file[10]);
  // Decoders take any other byte between blocks for the end.
  while (file[at] === EXTENSION || file[at] === FRAME) {
    const head = file[at] === FRAME ? FRAME_BYTES + colourTableBytes(file[at + 9]) + 1 : 2;
    const end = endOfSubBlocks(file, at + head);
    if (end === null) return false;
    at = end;
  }
  return true;
}

/** Each sub-block begins with its length, and a length of 0 ends them. Null if they are cut off. */
function endOfSubBlocks(file: Buffer, start: number): number | null {
  let at = start;
  for (let length = file[at]; length !== 0; length = file[at]) {
    if (length === undefined) return null;
    at += 1 + length;
  }
  return at + 1;
}

const colourTableBytes = (packed = 0): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
