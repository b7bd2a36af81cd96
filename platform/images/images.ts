import sharp, { type Sharp } from 'sharp';
import { type PictureFormat, PREVIEW_SIZE } from '#core/contract/media/media-urls.ts';
import { isWide, PICTURE_EFFORT, type Rendition } from './renditions.ts';

// One thread and no cache: the same machine serves pages.
sharp.concurrency(1);
sharp.cache(false);

const CHANNELS = 3;
/** Larger pictures are not decoded, whatever the header says. */
export const MAX_PIXELS = 100_000_000;

/** Longest side of the full size, in pixels. */
export const MAX_SIDE = 6_000;

/** Upright, sRGB, 3 channels of 8 bits, row by row. */
export type Pixels = { data: Buffer; width: number; height: number };
type Size = Pick<Pixels, 'width' | 'height'>;

/** With 8 bits per channel, AVIF shows visible blocks in the dark backgrounds of photographs. */
export const renditionSettings = {
  avif: { quality: 60, bitdepth: 10, effort: PICTURE_EFFORT },
  jpg: { quality: 80, mozjpeg: true },
} as const;

/** Bytes of a picture across a whole window; a heavier one tries these qualities in turn. */
const WIDE_BYTES = 400_000;
const WIDE_QUALITIES = [45, 30, 20];

/** As small as still shows shape and colors, as a page says it twice, uncompressed. */
const placeholderSettings = { longest: 12, quality: 60, effort: 6, smartSubsample: true } as const;

/** As the room that pictures are shown in. */
export const DARK_GROUND = '#0b0a0c';

/** Of the full size. */
export const FULL_BOX = {
  width: MAX_SIDE,
  height: MAX_SIDE,
  fit: 'inside',
  withoutEnlargement: true,
} as const;

const upright = (original: Uint8Array | string): Sharp =>
  sharp(original, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .flatten({ background: DARK_GROUND })
    .toColourspace('srgb');

/**
 * @param original the file's bytes, or its path.
 * @param maxWidth in pixels; a wider picture is scaled down.
 * @throws Error if it is damaged or no picture.
 */
export async function decodePicture(
  original: Uint8Array | string,
  maxWidth = MAX_SIDE,
): Promise<Pixels> {
  const { data, info } = await upright(original)
    .resize({ ...FULL_BOX, width: maxWidth })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== CHANNELS)
    throw new Error(`Decoded to ${info.channels} channels instead of ${CHANNELS}`);
  return { data, width: info.width, height: info.height };
}

/**
 * The pixels must be at least as wide.
 * @param effort how hard to compress, from 0 to 9.
 */
export async function encode(
  pixels: Pixels,
  rendition: Rendition,
  effort = PICTURE_EFFORT,
): Promise<Buffer> {
  const { size, format } = rendition;
  if (size === 'preview') return encodePreview(pixels, effort);
  const width = size === 'full' ? pixels.width : size;
  let encoded = await encodeRendition(pixels, width, format, { effort });
  // Rather less sharp than heavier: on the screens that take it nobody sees single pixels.
  for (const quality of isWide(rendition) ? WIDE_QUALITIES : []) {
    if (encoded.length <= WIDE_BYTES) break;
    encoded = await encodeRendition(pixels, width, format, { effort, quality });
  }
  return encoded;
}

/**
 * @param settings `quality` replaces that of `renditionSettings`.
 * @throws RangeError for a width beyond the picture's own.
 */
export async function encodeRendition(
  pixels: Pixels,
  width: number,
  format: PictureFormat,
  { effort = PICTURE_EFFORT, ...quality }: { effort?: number; quality?: number } = {},
): Promise<Buffer> {
  if (width > pixels.width)
    throw new RangeError(
      `A rendition of ${width} px would be wider than its picture of ${pixels.width} px`,
    );
  const resized = open(pixels).resize({ width });
  return (
    format === 'avif'
      ? resized.avif({ ...renditionSettings.avif, effort, ...quality })
      : asJpeg(resized, effort, quality)
  ).toBuffer();
}

/** @param longest pixels of the longest side, at most. */
export async function scaledDown(pixels: Pixels, longest: number): Promise<Pixels> {
  const box = { width: longest, height: longest, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await open(pixels).resize(box).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const SHARPENING = 12;

/**
 * Widens the range of brightness, and scales.
 * @param around in pixels of the picture.
 * @param longest of its sides, in pixels.
 * @param sigma of the blur that is taken away, in those.
 */
export async function sharpenedPart(
  pixels: Pixels,
  around: { x: number; y: number; reach: number },
  longest: number,
  sigma: number,
): Promise<Pixels> {
  const [left, top] = [
    Math.max(0, Math.floor(around.x - around.reach)),
    Math.max(0, Math.floor(around.y - around.reach)),
  ];
  const width = Math.min(pixels.width - left, Math.ceil(2 * around.reach));
  const height = Math.min(pixels.height - top, Math.ceil(2 * around.reach));
  const part = await open(pixels)
    .extract({ left, top, width, height })
    .resize({ width: longest, height: longest, fit: 'inside' })
    .png()
    .toBuffer();
  const { data, info } = await sharp(part)
    .normalise()
    .sharpen({ sigma, m1: SHARPENING, m2: SHARPENING, x1: 0, y2: 255, y3: 255 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function encodePreview(pixels: Pixels, effort: number): Promise<Buffer> {
  const { width, height } = PREVIEW_SIZE;
  const whole = sizeWithin(pixels, PREVIEW_SIZE);
  // Beyond twice its size the better kernel keeps no more detail, and takes twice the time.
  const kernel = whole.width > 2 * pixels.width ? 'linear' : 'lanczos3';
  const rows = await open(pixels)
    .resize({ ...whole, fit: 'fill', kernel })
    .raw()
    .toBuffer();
  const preview = await blurredEdges(pixels);
  const left = Math.floor((width - whole.width) / 2);
  const top = Math.floor((height - whole.height) / 2);
  const bytes = whole.width * CHANNELS;
  for (let row = 0; row < whole.height; row++) {
    rows.copy(preview, ((top + row) * width + left) * CHANNELS, row * bytes, (row + 1) * bytes);
  }
  return asJpeg(open({ data: preview, width, height }), effort).toBuffer();
}

/** A blur made this many times smaller and enlarged is as smooth, for a small part of the work. */
const BLUR = { scale: 1 / 6, sigma: 24 } as const;

/** @returns raw pixels of a link preview's size. */
async function blurredEdges(pixels: Pixels): Promise<Buffer> {
  const small = {
    width: Math.round(PREVIEW_SIZE.width * BLUR.scale),
    height: Math.round(PREVIEW_SIZE.height * BLUR.scale),
  };
  const whole = sizeWithin(pixels, small);
  const left = Math.floor((small.width - whole.width) / 2);
  const top = Math.floor((small.height - whole.height) / 2);
  const data = await open(pixels)
    .resize({ ...whole, fit: 'fill', kernel: 'linear' })
    .extend({
      left,
      top,
      right: small.width - whole.width - left,
      bottom: small.height - whole.height - top,
      extendWith: 'copy',
    })
    .blur(BLUR.sigma * BLUR.scale)
    .raw()
    .toBuffer();
  return open({ data, ...small })
    .resize({ ...PREVIEW_SIZE, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
}

function sizeWithin({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * Shown blurred until the picture has loaded.
 * @returns a data URL of some 150 characters.
 */
export async function placeholderOf(pixels: Pixels): Promise<string> {
  const { longest, ...webp } = placeholderSettings;
  const tiny = await open(pixels)
    .resize({ width: longest, height: longest, fit: 'inside' })
    .webp(webp)
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

export const encodeFilling = (
  pixels: Pixels,
  size: { width: number; height: number },
  quality: number,
): Promise<Buffer> =>
  open(pixels)
    .resize({ ...size, fit: 'fill' })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer();

export const encodePlain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: CHANNELS, background: DARK_GROUND } })
    .jpeg(renditionSettings.jpg)
    .toBuffer();

/** What mozjpeg adds takes four fifths of the time. */
const asJpeg = (picture: Sharp, effort: number, quality: { quality?: number } = {}): Sharp =>
  picture.jpeg({ ...renditionSettings.jpg, mozjpeg: effort > 0, ...quality });

const open = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: CHANNELS } });
