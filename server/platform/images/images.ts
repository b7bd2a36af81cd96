/** Pictures: decoded, turned upright and brought to sRGB, then made into renditions. Called in the child process and by scripts of our own. */
import sharp, { type Sharp } from 'sharp';
import { type PictureFormat, PREVIEW_SIZE } from '#contract/media-urls.ts';

// One thread, nothing kept: pages are served beside it.
sharp.concurrency(1);
sharp.cache(false);

const CHANNELS = 3;
/** More are not decoded, whatever the header said. */
export const MAX_PIXELS = 100_000_000;

/** Pixels of the longer side of the full size at most. */
export const MAX_SIDE = 6_000;

/** A picture as it is seen: upright, sRGB, 8 bits in each of 3 channels, row by row. */
export type Pixels = { data: Buffer; width: number; height: number };

/** How everything is encoded. With 8 bits a channel, AVIF breaks the dark backgrounds of photographs into visible blocks. */
export const renditionSettings = {
  avif: { quality: 60, bitdepth: 10, effort: 3 },
  jpg: { quality: 80, mozjpeg: true },
  placeholder: { longest: 20, quality: 80, effort: 6 },
} as const;

/** The upright picture, transparent parts black, its profile applied; nothing of its metadata goes on. */
const upright = (original: Uint8Array | string): Sharp =>
  sharp(original, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient().flatten().toColourspace('srgb');

/**
 * Decodes a picture.
 * @param original the file's bytes, or its path.
 * @param widest pixels of the width at most; a larger picture is made smaller.
 * @throws Error for what is no picture, or damaged.
 */
export async function decodePicture(original: Uint8Array | string, widest = MAX_SIDE): Promise<Pixels> {
  const box = { width: widest, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await upright(original).resize(box).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== CHANNELS) throw new Error(`Decoded to ${info.channels} channels instead of ${CHANNELS}`);
  return { data, width: info.width, height: info.height };
}

/** Writes the full size as a TIFF, which is read row by row: for what else would be in memory as a whole each time. */
export async function writeFullTiff(original: string, outPath: string): Promise<void> {
  const box = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  await upright(original).resize(box).tiff({ compression: 'none' }).toFile(outPath);
}

/** Encodes a picture at the width (pixels), which is at most its own; the height follows. */
export async function encodeRendition(pixels: Pixels, width: number, format: PictureFormat): Promise<Buffer> {
  if (width > pixels.width) throw new RangeError(`A rendition of ${width} px would be wider than its picture of ${pixels.width} px`);
  const resized = open(pixels).resize({ width });
  return (format === 'avif' ? resized.avif(renditionSettings.avif) : resized.jpeg(renditionSettings.jpg)).toBuffer();
}

/** The whole picture in the shape of a link preview; what is left beside it goes on in the colours of its edges. */
export async function encodePreview(pixels: Pixels): Promise<Buffer> {
  const { width, height } = PREVIEW_SIZE;
  const whole = await open(pixels).resize({ width, height, fit: 'inside' }).raw().toBuffer({ resolveWithObject: true });
  const input = whole.data;
  const raw = { width: whole.info.width, height: whole.info.height, channels: CHANNELS } as const;
  const left = Math.floor((width - raw.width) / 2);
  const top = Math.floor((height - raw.height) / 2);
  const sides = { left, top, right: width - raw.width - left, bottom: height - raw.height - top };
  const extended = await sharp(input, { raw })
    .extend({ ...sides, extendWith: 'copy' })
    .raw()
    .toBuffer();
  const ground = await open({ data: extended, width, height }).blur(24).raw().toBuffer();
  return open({ data: ground, width, height }).composite([{ input, raw, left, top }]).jpeg(renditionSettings.jpg).toBuffer();
}

/** The picture in some 20 pixels, to be shown blurred in its place until it has arrived: a data URL of a few hundred characters. */
export async function placeholderOf(pixels: Pixels): Promise<string> {
  const { longest, ...webp } = renditionSettings.placeholder;
  const tiny = await open(pixels).resize({ width: longest, height: longest, fit: 'inside' }).webp(webp).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/** A JPEG of one dark colour, the one that pictures are shown on. */
export const encodePlain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: CHANNELS, background: '#0b0a0c' } })
    .jpeg(renditionSettings.jpg)
    .toBuffer();

const open = ({ data, width, height }: Pixels): Sharp => sharp(data, { raw: { width, height, channels: CHANNELS } });
