import { describe, expect, test } from 'vitest';
import { moveTo } from '#ui/lib/move-to.ts';
import { sortFiles } from './picture-items.ts';

const items = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
const keys = (moved: { key: string }[]) => moved.map(({ key }) => key).join('');

describe('moving', () => {
  test.each([
    ['a', 2, 'bcad'],
    ['d', 0, 'dabc'],
    ['b', 1, 'abcd'],
    ['b', -1, 'abcd'],
    ['d', 4, 'abcd'],
    ['x', 1, 'abcd'],
  ])('%s to index %i gives %s', (key, index, order) =>
    expect(keys(moveTo(items, key, index))).toBe(order),
  );
});

describe('chosen files', () => {
  const named = (name: string, size = 3) => new File(['x'.repeat(size)], name, { lastModified: 1 });

  test('are separated into those to send and the reasons against the others', () => {
    const { accepted, refused } = sortFiles(
      [named('a.jpg'), named('b.txt'), named('c.png'), named('a.jpg')],
      [named('c.png')],
    );
    expect(accepted.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(refused).toEqual([
      'We can’t use b.txt. Please choose JPG, PNG, GIF, WebP, AVIF, HEIC, MP4 or MOV.',
      'c.png is already chosen.',
      'a.jpg is already chosen.',
    ]);
  });

  test('with the same name and another size are both accepted', () => {
    expect(sortFiles([named('image.jpg', 4)], [named('image.jpg', 3)]).accepted).toHaveLength(1);
  });
});
