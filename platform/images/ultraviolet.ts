import { type Pixels, scaledDown } from './images.ts';

/** Pixels. */
const SIDE = 128;
/** Of 255: what is darker in every channel is darkness, what is brighter in one glows. */
const DARK = 48;
const BRIGHT = 96;
/** Shares of the picture. */
const MIN_DARK = 0.5;
const MIN_GLOW = 0.01;
/**
 * Share of what glows that is of a deep color, whose weakest channel has less than half of its
 * strongest.
 */
const MIN_DEEP = 0.6;

/** A ruby on black velvet passes too, so the admin is asked. */
export async function looksUltraviolet(pixels: Pixels): Promise<boolean> {
  const { data } = await scaledDown(pixels, SIDE);
  const total = data.length / 3;
  let [dark, glow, deep] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const strongest = Math.max(red, green, blue);
    if (strongest < DARK) dark++;
    if (strongest < BRIGHT) continue;
    glow++;
    if (Math.min(red, green, blue) * 2 < strongest) deep++;
  }
  return dark >= MIN_DARK * total && glow >= MIN_GLOW * total && deep >= MIN_DEEP * glow;
}
