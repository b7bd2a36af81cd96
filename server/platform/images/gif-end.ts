/** Whether a moving GIF has arrived whole: only its first frame is decoded, which knows nothing of those that follow. */

const HEADER_BYTES = 13;
const FRAME_BYTES = 10;
const EXTENSION = 0x21;
const FRAME = 0x2c;

/** Follows the blocks of the file, without looking into them. False where one goes on beyond the end. */
export function isWholeGif(file: Buffer): boolean {
  let at = HEADER_BYTES + colourTableBytes(file[10]);
  // What else stands between blocks, readers take for the end.
  while (file[at] === EXTENSION || file[at] === FRAME) {
    const head = file[at] === FRAME ? FRAME_BYTES + colourTableBytes(file[at + 9]) + 1 : 2;
    const end = afterParts(file, at + head);
    if (end === null) return false;
    at = end;
  }
  return true;
}

/** Where a row of parts ends: each begins with its length, the last one has none. */
function afterParts(file: Buffer, start: number): number | null {
  let at = start;
  for (let length = file[at]; length !== 0; length = file[at]) {
    if (length === undefined) return null;
    at += 1 + length;
  }
  return at + 1;
}

/** By the packed byte that tells of the table. */
const colourTableBytes = (packed = 0): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
