import { describe, expect, test } from 'vitest';
import { id, idParam, line, text, trimmed } from './text.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('text', () => {
  test('may be anything up to its maximum length', () => {
    expect(accepts(text(5), '<b>"')).toBe(true);
    expect(accepts(text(5), '')).toBe(true);
    expect(accepts(text(5), '💎💎')).toBe(true);
    expect(accepts(text(5), '123456')).toBe(false);
  });

  test('is refused with U+0000 or a lone surrogate', () => {
    for (const bad of ['a\0b', '\ud800', 'x\udc00', '\udc00\ud800'])
      expect(accepts(text(10), bad), JSON.stringify(bad)).toBe(false);
  });

  test('is refused where it is a number, a list or missing', () => {
    for (const bad of [1, null, undefined, [], {}, true])
      expect(accepts(text(10), bad)).toBe(false);
  });

  test('is trimmed where that is asked for', () => {
    expect(trimmed(10).parse('  a b ')).toBe('a b');
  });
});

describe('a line', () => {
  test('is trimmed text without line breaks, other control characters and changes of direction', () => {
    expect(line(10).parse(' Ünal 水晶\n')).toBe('Ünal 水晶');
    for (const code of [
      1, 9, 10, 13, 31, 127, 128, 133, 159, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069,
    ])
      expect(accepts(line(10), `a${String.fromCharCode(code)}b`), code.toString(16)).toBe(false);
    for (const code of [32, 160, 0x200c, 0x200d, 0x200e, 0x200f, 0x2027, 0x202f])
      expect(accepts(line(10), `a${String.fromCharCode(code)}b`)).toBe(true);
  });
});

describe('ids', () => {
  test('are positive and fit into a database column', () => {
    for (const good of [1, 2 ** 31 - 1]) expect(accepts(id, good)).toBe(true);
    for (const bad of [0, -1, 1.5, 2 ** 31, '1', Number.NaN, null])
      expect(accepts(id, bad)).toBe(false);
  });

  test('are decimal digits in a path', () => {
    expect(idParam.parse('12')).toBe(12);
    for (const bad of ['', '0', '01', '+1', '1.0', '1e3', ' 1', '2147483648', 'x'])
      expect(accepts(idParam, bad), bad).toBe(false);
  });
});
