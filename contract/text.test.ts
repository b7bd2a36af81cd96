import { describe, expect, test } from 'vitest';
import { id, idParam, text, trimmed } from './text.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) => schema.safeParse(value).success;

describe('text', () => {
  test('is anything up to its length', () => {
    expect(accepts(text(5), '<b>"')).toBe(true);
    expect(accepts(text(5), '')).toBe(true);
    expect(accepts(text(5), '💎💎')).toBe(true);
    expect(accepts(text(5), '123456')).toBe(false);
  });

  test('has no U+0000 and no lone surrogates', () => {
    for (const bad of ['a\0b', '\ud800', 'x\udc00', '\udc00\ud800']) expect(accepts(text(10), bad), JSON.stringify(bad)).toBe(false);
  });

  test('is not a number, a list or nothing', () => {
    for (const bad of [1, null, undefined, [], {}, true]) expect(accepts(text(10), bad)).toBe(false);
  });

  test('can come without white space around it', () => {
    expect(trimmed(10).parse('  a b ')).toBe('a b');
  });
});

describe('ids', () => {
  test('are positive and fit a database', () => {
    for (const good of [1, 2 ** 31 - 1]) expect(accepts(id, good)).toBe(true);
    for (const bad of [0, -1, 1.5, 2 ** 31, '1', Number.NaN, null]) expect(accepts(id, bad)).toBe(false);
  });

  test('are decimal digits in an address', () => {
    expect(idParam.parse('12')).toBe(12);
    for (const bad of ['', '0', '01', '+1', '1.0', '1e3', ' 1', '2147483648', 'x']) expect(accepts(idParam, bad), bad).toBe(false);
  });
});
