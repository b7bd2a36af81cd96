import { expect, test } from 'vitest';
import { keyedLinkIn } from '#core/contract/messages/keyed-links.ts';
import { orderKeyIn } from './order-key.ts';

const key = 'aB3_-xYz09aB3_-xYz09aB3_-xYz0912';

test.each([
  [`#key=${key}`],
  [`key=${key}`],
  [`#key=${key}.`],
  [`#key=${key})`],
  [`#key=${key}%3E`],
  [`#key=${key}&utm_source=mail`],
  [`#key%3D${key}`],
  [`#utm=1&key=${key}`],
])('the key of an order is read from %s', (fragment) => {
  expect(orderKeyIn(fragment)).toBe(key);
});

test.each(['', '#', '#key', '#key=', '#monkey=banana', '#gallery'])(
  '“%s” has no key',
  (fragment) => {
    expect(orderKeyIn(fragment)).toBeUndefined();
  },
);

test('the key of a place in line is read without the sign behind it', () => {
  expect(keyedLinkIn(`#entry=12&key=${key}>`, 'entry')).toEqual({ id: 12, key });
});
