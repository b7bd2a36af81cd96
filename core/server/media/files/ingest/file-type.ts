/** Ignores the name and the browser's MIME type. */
import { open } from 'node:fs/promises';

export type FileType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'video';

export const ACCEPTED_TYPES = 'JPG, PNG, GIF, WebP, AVIF or HEIC, MP4 or MOV';

const HEAD_BYTES = 4096;
/** A zip archive ends with a record of 22 bytes and a comment of at most 65,535. */
const ZIP_END_BYTES = 22;
const TAIL_BYTES = ZIP_END_BYTES + 65_535;

/** Phones write these; `mif1` and `msf1` say only that there are pictures. */
const heic = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1)$/;
const avif = /^avi[fs]$/;
/** Brands of audio, pictures in other codecs, and Canon's raw files. */
const noVideo = /^(M4[ABP] |F4[AB] |avci|avcs|jpeg|jpgs|j2ki|j2is|vvic|jxl |crx )$/;
const video =
  /^(isom|iso[2-9a-c]|mp4[12]|mp71|avc1|hvc1|hev1|av01|vp09|qt {2}|M4V[ HP]|MSNV|XAVC|CAEP|dash|dby1|mmp4|3g[2egprs].)$/;
/** Files once began with these, before they named their type. */
const oldVideo = /^(mdat|wide|free|skip|pnot)$/;

/** Other programs recognize PDF, markup and scripts by these. */
const otherHead =
  /%PDF-|<(html|head|body|script|iframe|svg)[\s>]|<!doctype\s|<\?php|^(\xff\xd8\xff.|GIF8\da)\/\*/i;
const archives = ['PK\x03\x04', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];
const OTHER_HEAD_BYTES = 1024;

/** @returns null for a type not accepted, and for a polyglot. */
export async function readFileType(localPath: string): Promise<FileType | null> {
  const file = await open(localPath);
  try {
    const { size } = await file.stat();
    const read = async (start: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const type = fileTypeOf(await read(0, HEAD_BYTES));
    return type && !isZip(await read(Math.max(0, size - TAIL_BYTES), TAIL_BYTES)) ? type : null;
  } finally {
    await file.close();
  }
}

function fileTypeOf(head: Buffer): FileType | null {
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  const beginning = text(0, OTHER_HEAD_BYTES);
  if (otherHead.test(beginning) || archives.some((mark) => beginning.includes(mark))) return null;
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && head.length >= 16) return typeByBrands(head);
  const isOldVideo =
    oldVideo.test(text(4, 8)) || (text(4, 8) === 'moov' && /^(mvhd|cmov)$/.test(text(12, 16)));
  return isOldVideo ? 'video' : null;
}

/** AVIF and HEIC share the container of videos: its first box lists brands. */
function typeByBrands(head: Buffer): FileType | null {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const major = head.toString('latin1', 8, 12);
  const brands = [major];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  if (avif.test(major)) return 'avif';
  if (heic.test(major)) return brands.some((brand) => avif.test(brand)) ? 'avif' : 'heic';
  return !noVideo.test(major) && brands.some((brand) => video.test(brand)) ? 'video' : null;
}

/** Programs open zip archives from their last record. */
function isZip(tail: Buffer): boolean {
  const last = tail.length - ZIP_END_BYTES;
  for (
    let at = tail.indexOf('PK\x05\x06');
    at >= 0 && at <= last;
    at = tail.indexOf('PK\x05\x06', at + 1)
  ) {
    if (tail.readUInt16LE(at + 20) === last - at) return true;
  }
  return false;
}
