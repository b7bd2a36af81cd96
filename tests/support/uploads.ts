/** Forms with files, and the files for them: small pictures that differ from each other, and the boxes that make a video. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';

/** A part of a form; one with a `filename` is a file. */
export type Part = { name: string; value: string | Uint8Array; filename?: string; type?: string };

/** Body and headers of a multipart form, as a browser sends it. */
export function formOf(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----druse${randomUUID()}`;
  const chunks = parts.flatMap(({ name, value, filename, type }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export const filePart = (name: string, value: Uint8Array, filename = `${name}.jpg`): Part => ({
  name,
  value,
  filename,
  type: 'image/jpeg',
});

const plum = { r: 120, g: 40, b: 90 };

/** A small picture, another one each time it is encoded in a format that keeps what is said of it. */
export const smallPicture = (width = 48, height = 32) =>
  sharp({ create: { width, height, channels: 3, background: plum } }).withExif({
    IFD0: { ImageDescription: randomUUID() },
  });

export const smallJpeg = (width?: number, height?: number): Promise<Buffer> =>
  smallPicture(width, height).jpeg().toBuffer();

/** A box of the container that videos are in. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A box that begins with a version of 0 and flags. */
export const fullBox = (type: string, flags: number, ...content: Uint8Array[]) =>
  box(type, words(flags), ...content);

/** Numbers of 32 bits, one after another. */
export const words = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [place, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, place * 4);
  return bytes;
};

export const fileTypeBox = (major = 'isom', compatible = ['isom', 'mp41']) =>
  box('ftyp', Buffer.from(major, 'latin1'), words(512), Buffer.from(compatible.join(''), 'latin1'));
