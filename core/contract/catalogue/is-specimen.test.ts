import { expect, test } from 'vitest';
import { isSpecimen } from './is-specimen.ts';

test('a record without id, title or category is not a specimen', () => {
  const whole = { id: 1, title: 'Amethyst', category: 'Crystals', price: '12.00' };
  const faults = [{ id: 0 }, { title: '' }, { title: undefined }, { category: null }];
  const broken = faults.map((fault) => ({ ...whole, ...fault }) as typeof whole);
  expect([...broken, whole].filter(isSpecimen)).toEqual([whole]);
});
