import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { box, fileTypeBox, smallPicture } from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';
import { readFileType } from './file-type.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(inject('runFolder'), 'types-'));
});

const typeOf = async (bytes: Uint8Array) => {
  const localPath = path.join(folder, 'file');
  writeFileSync(localPath, bytes);
  return readFileType(localPath);
};
const latin = (text: string) => Buffer.from(text, 'latin1');
const joined = (head: Buffer, ...rest: (string | Buffer)[]) =>
  Buffer.concat([head, ...rest.map((part) => (typeof part === 'string' ? latin(part) : part))]);
const jpeg = () => smallPicture(200, 150).jpeg().toBuffer();

/** The last record of an empty zip archive, with a comment. */
const zipEnd = (comment = '') =>
  joined(
    latin('PK\x05\x06'),
    Buffer.alloc(16),
    Buffer.from([comment.length & 255, comment.length >> 8]),
    comment,
  );
/** A JPEG segment for application data; cameras write several. */
const segment = (content: Buffer) =>
  joined(
    latin('\xff\xe1'),
    Buffer.from([(content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
  );

describe('a file is recognised as', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s, by its bytes', async (type) => {
    expect(await typeOf(await smallPicture().toFormat(type).toBuffer())).toBe(type);
  });

  test.each([
    ['heic', 'heic', ['mif1', 'MiHE', 'MiPr', 'miaf', 'MiHB', 'heic']],
    ['heic', 'heix', ['mif1', 'heix']],
    ['heic', 'mif1', ['mif1', 'heic']],
    ['heic', 'msf1', ['msf1', 'hevc', 'heic']],
    ['heic', 'hevc', ['msf1', 'hevc', 'iso8']],
    ['avif', 'avif', ['mif1', 'miaf']],
    ['avif', 'avis', ['avif', 'msf1', 'iso8']],
    ['avif', 'mif1', ['avif', 'mif1']],
    ['video', 'isom', ['isom', 'iso2', 'avc1', 'mp41']],
    ['video', 'mp42', ['isom', 'mp42']],
    ['video', 'qt  ', ['qt  ']],
    ['video', 'M4V ', ['M4V ', 'mp42', 'isom']],
    ['video', 'XAVC', ['XAVC', 'mp42', 'iso2']],
    ['video', 'odd ', ['mp42']],
  ])('%s by its brands %s, %j', async (type, major, brands) => {
    expect(await typeOf(joined(fileTypeBox(major, brands), Buffer.alloc(64)))).toBe(type);
  });

  test.each(['mdat', 'wide', 'free', 'skip', 'pnot'])(
    'a video if it begins with %s, as before videos named their type',
    async (type) => {
      expect(await typeOf(joined(box(type), box('mdat', Buffer.alloc(64))))).toBe('video');
    },
  );

  test('a video if it begins with its index', async () => {
    expect(await typeOf(box('moov', box('mvhd', Buffer.alloc(100))))).toBe('video');
  });

  test('a picture though a second picture or a video follows, as phones append them', async () => {
    expect(await typeOf(joined(await jpeg(), await jpeg()))).toBe('jpeg');
    expect(await typeOf(joined(await jpeg(), makeVideo()))).toBe('jpeg');
  });

  test('a picture though XMP precedes its pixels', async () => {
    const xmp = latin(
      'http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id="W5M0"?><x:xmpmeta><rdf:RDF/></x:xmpmeta><?xpacket end="w"?>',
    );
    const whole = await jpeg();
    expect(await typeOf(joined(whole.subarray(0, 2), segment(xmp), whole.subarray(2)))).toBe(
      'jpeg',
    );
  });

  test('a picture though it contains the letters of another type by chance', async () => {
    expect(
      await typeOf(
        joined(await jpeg(), 'PK\x05\x06', Buffer.alloc(16), Buffer.from([9, 0]), 'ten bytes.'),
      ),
    ).toBe('jpeg');
    expect(await typeOf(joined(await jpeg(), 'PK\x05\x06'))).toBe('jpeg');
    expect(
      await typeOf(joined(latin('RIFF\0\0\0\0WEBPVP8X'), '\x3csvg\x80\x01', Buffer.alloc(99))),
    ).toBe('webp');
  });
});

describe('a file is refused:', () => {
  test.each([
    ['an empty one', latin('')],
    ['one byte', latin('\xff')],
    ['a text', latin('These are no stones.')],
    ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a web page', latin('<!doctype html><title>Stones</title>')],
    ['PDF', latin('%PDF-1.7')],
    ['an archive', joined(latin('PK\x03\x04'), Buffer.alloc(40), zipEnd())],
    ['a Windows program', latin('MZ\x90\0')],
    ['a Linux program', latin('\x7fELF\x02\x01')],
    ['TIFF', latin('II*\0')],
    ['BMP', latin('BM000000')],
    ['AVI', latin('RIFF0000AVI LIST')],
    ['WebM', latin('\x1aE\xdf\xa3')],
    ['JPEG 2000', joined(box('jP  ', latin('\r\n\x87\n')), fileTypeBox('jp2 ', ['jp2 ']))],
    ['an audio file', fileTypeBox('M4A ', ['M4A ', 'isom', 'mp42'])],
    ['a raw photograph', fileTypeBox('crx ', ['crx ', 'isom'])],
    ['H.264 still pictures', fileTypeBox('avci', ['avci', 'mif1'])],
    ['an unknown brand', fileTypeBox('none', ['none'])],
    ['an index of the wrong kind', box('moov', Buffer.alloc(8))],
  ])('%s', async (_, bytes) => {
    expect(await typeOf(bytes)).toBeNull();
  });

  test.each([
    ['PDF', '%PDF-1.4\n1 0 obj'],
    ['a web page', '<HTML><body onload=alert(1)>'],
    ['another web page', '\n<!DOCTYPE html>'],
    ['a script', '<script>alert(1)</script>'],
    ['an SVG', '<svg onload="alert(1)">'],
    ['a server-side script', '<?php system($_GET[0]);'],
    ['an archive', 'PK\x03\x04\x14\0'],
    ['another archive', 'Rar!\x1a\x07\x01'],
  ])('a picture or video that is also %s', async (_, text) => {
    const [picture, png] = [await jpeg(), await smallPicture().png().toBuffer()];
    const comment = segment(latin(text));
    expect(await typeOf(joined(picture.subarray(0, 2), comment, picture.subarray(2)))).toBeNull();
    expect(
      await typeOf(joined(png.subarray(0, 33), box('iTXt', latin(text)), png.subarray(33))),
    ).toBeNull();
    expect(await typeOf(joined(latin('GIF89a'), Buffer.alloc(7), text))).toBeNull();
    expect(await typeOf(joined(fileTypeBox(), box('free', latin(text)), makeVideo()))).toBeNull();
  });

  test('a picture that is also a script', async () => {
    expect(await typeOf(latin('GIF89a/*\0\0\0*/=alert(1)'))).toBeNull();
    expect(await typeOf(latin('\xff\xd8\xff\xe0/*JFIF\0*/=alert(1)'))).toBeNull();
  });

  test('a picture or video that ends as a zip archive', async () => {
    for (const whole of [await jpeg(), makeVideo()]) {
      expect(await typeOf(joined(whole, 'PK\x03\x04', Buffer.alloc(60), zipEnd()))).toBeNull();
      expect(await typeOf(joined(whole, zipEnd('A comment. '.repeat(5_900))))).toBeNull();
    }
  });
});

test('no bytes make the detection fail', async () => {
  const heads = [
    '',
    '\xff\xd8\xff',
    '\0\0\0\x18ftyp',
    '\0\0\0\0ftypisom',
    '\xff\xff\xff\xffftypmif1',
    'RIFF',
    'PK\x05\x06',
  ].map(latin);
  const anything = fc.tuple(
    fc.constantFrom(...heads),
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom(...heads),
  );
  await fc.assert(
    fc.asyncProperty(anything, async ([head, middle, end]) => {
      await expect(typeOf(Buffer.concat([head, middle, end]))).resolves.toBeDefined();
    }),
    { numRuns: 200 },
  );
});
