import { describe, expect, test } from 'vitest';
import { formatFileSize, kindOf, refusalOf } from './file-rules.ts';

const MB = 1024 * 1024;
const file = (name: string, type = '', size = 1_000) => ({ name, type, size });

describe('the size of a file', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1.0 KB'],
    [12_595, '12.3 KB'],
    [MB, '1.0 MB'],
    [1.01 * MB, '1.0 MB'],
    [1.06 * MB, '1.1 MB'],
    [50 * MB, '50.0 MB'],
  ])('of %i bytes is written %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
});

describe('the kind of a file', () => {
  test.each([
    [file('a.jpg', 'image/jpeg'), 'picture'],
    [file('image', 'image/png'), 'picture'],
    [file('A.JPEG'), 'picture'],
    [file('IMG_1.HEIC', 'image/heic'), 'picture'],
    [file('IMG_1.HEIC'), 'picture'],
    [file('a.avif'), 'picture'],
    [file('a', 'image/webp'), 'picture'],
    [file('a.mov'), 'video'],
    [file('a.mp4', 'video/mp4'), 'video'],
    [file('a.webm', 'video/webm'), null],
    [file('jpg'), null],
    [file('constructor.toString'), null],
  ])('of %o is %s', (given, kind) => expect(kindOf(given)).toBe(kind));
});

describe('a refusal', () => {
  test('names the file and what to do', () => {
    expect(refusalOf(file('letter.pdf', 'application/pdf'))).toBe(
      'We can’t use letter.pdf. Please choose JPG, PNG, GIF, WebP, AVIF, HEIC, MP4 or MOV.',
    );
    expect(refusalOf(file('a.jpg', 'image/jpeg', 0))).toBe('a.jpg is empty.');
    expect(refusalOf(file('a.mov', 'video/quicktime', 63.2 * MB))).toBe(
      'a.mov is too large: 63.2 MB. Files can be up to 50 MB.',
    );
    expect(refusalOf(file('a.mov', 'video/quicktime', 50 * MB + 1))).toBe(
      'a.mov is too large. Files can be up to 50 MB.',
    );
  });

  test('is not given for a file that fits', () => {
    expect(refusalOf(file('a.png', 'image/png', 50 * MB))).toBeNull();
  });
});
