/** libheif turns a picture as its own boxes say, not as Exif does. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { readOrientation } from './exif-time.ts';
import { readHeifColours } from './heif-colours.ts';
import { profileByCode } from './shown-colours.ts';
import { writeTiff } from './tiff.ts';

/**
 * Writes a TIFF in the picture's own color space.
 * @throws Error if it cannot be decoded.
 */
export async function decodeHeic(localPath: string, outPath: string): Promise<void> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  await libheif.ready;
  const bytes = await readFile(localPath);
  const context = libheif.heif_context_alloc();
  const read = libheif.heif_context_read_from_memory(context, bytes);
  if (read.code !== libheif.heif_error_code.heif_error_Ok)
    throw new Error(`libheif: ${read.message}`);
  const handle = libheif.heif_js_context_get_primary_image_handle(context);
  if ('code' in handle) throw new Error('libheif: there is no primary picture');
  const { heif_colorspace, heif_chroma, heif_channel } = libheif;
  const decoded = libheif.heif_js_decode_image2(
    handle,
    heif_colorspace.heif_colorspace_RGB,
    heif_chroma.heif_chroma_interleaved_RGB,
  );
  const rows =
    'channels' in decoded
      ? decoded.channels.find(({ id }) => id === heif_channel.heif_channel_interleaved)
      : undefined;
  if (!('image' in decoded) || !rows) throw new Error('libheif: the picture cannot be decoded');
  const { profile, primaries, isTurned } = readHeifColours(bytes);
  const { exif } = isTurned ? {} : await sharp(localPath).metadata();
  await writeTiff(
    outPath,
    rows,
    profile ?? profileByCode(primaries),
    exif ? readOrientation(exif) : 1,
  );
  libheif.heif_image_release(decoded.image);
  libheif.heif_image_handle_release(handle);
  libheif.heif_context_free(context);
}
