/** What a file is, decided by its first bytes; its name and what the browser calls it say nothing. */

import type { PictureType } from '#server/platform/images/pictures.ts';

export type FileType = PictureType | 'film';

/** Bytes of a file's beginning that `fileTypeOf` looks at. */
export const HEAD_BYTES = 4096;

/** Brands of the same container that are no films: HEIC and other still pictures, sound alone, Canon's raw files. */
const noFilm = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1|M4A |M4B |M4P |crx )$/;

/** @returns null for everything that the shop does not take. */
export function fileTypeOf(head: Buffer): FileType | null {
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) !== 'ftyp' || head.length < 16) return null;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const major = text(8, 12);
  const brands = [major];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return noFilm.test(major) ? null : 'film';
}
