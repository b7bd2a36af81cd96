/** What stands in a picture's place until it has arrived. */
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { encodeTiny, type Pixels, shrink } from './pictures.ts';

/** The largest side that a thumbhash is computed from. */
const THUMBHASH_LONGEST = 100;

/**
 * The picture in a few soft colours, some 30 pixels wide, as a data URL of a few hundred characters.
 * The hash is turned back into a picture here, so that pages need no code for it.
 */
export async function placeholderOf(pixels: Pixels): Promise<string> {
  const small = await shrink(pixels, THUMBHASH_LONGEST);
  const blurred = thumbHashToRGBA(rgbaToThumbHash(small.width, small.height, withAlpha(small.data)));
  const tiny = await encodeTiny({ data: withoutAlpha(blurred.rgba), width: blurred.w, height: blurred.h });
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

function withAlpha(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) rgba.set(rgb.subarray(from, from + 3), to);
  return rgba;
}

function withoutAlpha(rgba: Uint8Array): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}
