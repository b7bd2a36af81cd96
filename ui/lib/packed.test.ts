import { describe, expect, test } from 'vitest';
import { pack, unpack } from './packed.ts';

const cards = [
  { id: 1, title: 'Beryl', isSold: false, main: { kind: 'picture', widths: [320, 640], alt: 'a' } },
  {
    id: 2,
    title: 'Quartz',
    isSold: false,
    main: { kind: 'picture', widths: [320, 640], alt: 'b' },
  },
];

describe('data written small', () => {
  test.each([
    ['a list of objects', cards],
    [
      'objects within objects',
      { total: 2, pages: [{ next: null, specimens: cards }], pageParams: [undefined] },
    ],
    [
      'fields that only some have',
      [{ value: 'a', page: '/a' }, { value: 'b' }, { value: 'c', page: '/c' }],
    ],
    [
      'media of several kinds',
      [{ main: { kind: 'video', poster: { id: 'x' } } }, { main: { kind: 'picture', id: 'y' } }],
    ],
    ['a list whose objects are sometimes absent', [{ light: null }, { light: { lamp: 'uv' } }]],
    ['lists of one, of none and of texts', [[], [{ id: 1 }], ['a', 'b'], [[1, 2], [3]]]],
    ['texts with the sign between texts', [{ alt: 'a|b' }, { alt: 'c' }]],
    ['empty texts', [{ alt: '' }, { alt: 'c' }, { alt: '' }]],
    ['rows that are the same', [{ alt: 'a' }, { alt: 'a' }]],
    ['plain values', 'text'],
  ])('%s comes out as it went in', (_, data) => {
    expect(unpack(pack(data))).toStrictEqual(data);
  });

  test('a list names its fields once, and a value that all have once', () => {
    expect(pack(cards)).toEqual({
      $: 2,
      _: { isSold: false },
      id: [1, 2],
      title: 'Beryl|Quartz',
      main: { $: 2, _: { kind: 'picture', widths: [320, 640] }, alt: 'a|b' },
    });
  });

  test('values that are equal are one', () => {
    const { widths } = pack([{ widths: [1] }, { widths: [2] }, { widths: [1] }]) as {
      widths: unknown[];
    };
    expect(widths).toEqual([[1], [2], [1]]);
    expect(widths[2]).toBe(widths[0]);
  });
});
