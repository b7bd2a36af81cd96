import { expect, test } from 'vitest';
import { changeOf, initialChange } from './change-draft.ts';

test('a change is what the fields of its kind say', () => {
  const price = { ...initialChange.price, value: ' 7.5 % ' };
  expect(changeOf({ ...initialChange, price })).toEqual({
    kind: 'price',
    direction: 'raise',
    by: 'percent',
    value: '7.5 %',
    round: 'cent',
  });
  expect(changeOf({ ...initialChange, kind: 'tags', addedTags: 'uv, #rare,, ', removedTags: ' old' })).toEqual({
    kind: 'tags',
    add: ['uv', 'rare'],
    remove: ['old'],
  });
  expect(changeOf({ ...initialChange, kind: 'collection', collection: '3' })).toEqual({
    kind: 'collection',
    collection: 3,
    contained: true,
  });
});

test.each(['price', 'collection', 'tags'] as const)('%s says what is missing', (kind) => {
  expect(changeOf({ ...initialChange, kind })).toEqual({ error: expect.stringContaining('Please') });
});
