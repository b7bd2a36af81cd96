import { open, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type LocalTime, readExifTime } from './exif-time.ts';
import { isWholeGif } from './gif-end.ts';

export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic';

/**
 * One upright frame in pixels; `frames` as the file claims; `isDeep`: more than 8 bits per channel.
 */
export type PictureHeader = { width: number; height: number; frames: number; isDeep: boolean };

/** A PNG describes its animation before the pixels, within these bytes. */
const PNG_HEAD_BYTES = 64 * 1024;

/**
 * @throws Error if it is no picture, not of this type, or a truncated GIF, whose first frame is all
 * the decoder sees.
 */
export async function readPictureHeader(
  localPath: string,
  type: PictureType,
): Promise<PictureHeader> {
  const { format, compression, autoOrient, pages, bitsPerSample } = await sharp(localPath, {
    limitInputPixels: false,
  }).metadata();
  const found = format === 'heif' ? (compression === 'av1' ? 'avif' : 'heic') : format;
  if (found !== type) throw new Error(`This is ${found}, not ${type}`);
  if (type === 'gif' && !isWholeGif(await readFile(localPath)))
    throw new Error('This GIF is cut off');
  const frames = type === 'png' ? await framesOfPng(localPath) : type === 'heic' ? 1 : (pages ?? 1);
  return { ...autoOrient, frames, isDeep: (bitsPerSample ?? 8) > 8 };
}

/** Upright, in pixels. */
export async function readSize(localPath: string): Promise<{ width: number; height: number }> {
  return (await sharp(localPath, { limitInputPixels: false }).metadata()).autoOrient;
}

async function framesOfPng(localPath: string): Promise<number> {
  const file = await open(localPath);
  try {
    const { buffer: head, bytesRead } = await file.read(
      Buffer.alloc(PNG_HEAD_BYTES),
      0,
      PNG_HEAD_BYTES,
      0,
    );
    for (let at = 8; at + 12 <= bytesRead; at += 12 + head.readUInt32BE(at)) {
      const chunk = head.toString('latin1', at + 4, at + 8);
      if (chunk === 'acTL') return head.readUInt32BE(at + 8);
      if (chunk === 'IDAT') break;
    }
    return 1;
  } finally {
    await file.close();
  }
}

/** Null where the Exif block says nothing. */
export async function readTakenAt(localPath: string): Promise<LocalTime | null> {
  const { exif } = await sharp(localPath, { limitInputPixels: false }).metadata();
  return exif ? readExifTime(exif) : null;
}
