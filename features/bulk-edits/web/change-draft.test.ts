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
  expect(
    changeOf({ ...initialChange, kind: 'tags', addedTags: 'uv, #rare,, ', removedTags: ' old' }),
  ).toEqual({
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

test('a price, shipping and private facts are set as they are typed', () => {
  const set = { ...initialChange, isPriceSet: true, newPrice: ' $1,250 ' };
  expect(changeOf(set)).toEqual({ kind: 'setPrice', price: '$1,250' });
  expect(changeOf({ ...set, newPrice: '120,50' })).toEqual({ error: 'Did you mean $120.50?' });
  expect(changeOf({ ...set, newPrice: ' ' })).toEqual({
    error: expect.stringContaining('Please enter an amount'),
  });
  expect(changeOf({ ...initialChange, kind: 'shipping' })).toEqual({
    kind: 'shipping',
    shippingPrice: '',
  });
  expect(changeOf({ ...initialChange, kind: 'shipping', shippingPrice: '€ 8' })).toEqual({
    error: 'Did you mean $8.00?',
  });
  expect(changeOf({ ...initialChange, kind: 'forSale' })).toEqual({
    kind: 'forSale',
    forSale: true,
  });
  const facts = { ...initialChange.facts, source: ' Denver ' };
  expect(changeOf({ ...initialChange, kind: 'source', facts })).toEqual({
    kind: 'source',
    value: 'Denver',
  });
});

test.each(['price', 'collection', 'tags', 'disclosures'] as const)(
  '%s says what is missing',
  (kind) => {
    expect(changeOf({ ...initialChange, kind })).toEqual({
      error: expect.stringContaining('Please'),
    });
  },
);
