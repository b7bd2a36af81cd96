import { expect, test } from 'vitest';
import { cardRows, factRows } from './certificate-rules.ts';

const facts = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
const whole = facts({
  title: 'Wulfenite',
  locality: 'Mexico',
  category: 'Minerals',
  dimensions: '7 x 6 x 5 cm',
  weight: '180 g',
  description: 'Sharp.',
  species: 'Wulfenite',
  places: 'Ahumada Mine, Mexico',
  condition: '',
  damage: 'Chip',
  provenance: 'Ex Bosch',
});

test('a certificate has a row for each fact that is known, the locality once, by its levels', () => {
  expect(factRows(whole).map(({ name }) => name)).toEqual([
    'species',
    'places',
    'category',
    'dimensions',
    'weight',
    'damage',
    'provenance',
  ]);
});

test('a card has the weight beside the size, and the category where no species is known', () => {
  const rows = (of: typeof whole) => cardRows(of).map(({ name, value }) => [name, value]);
  expect(rows(whole)).toEqual([
    ['species', 'Wulfenite'],
    ['places', 'Ahumada Mine, Mexico'],
    ['dimensions', '7 × 6 × 5 cm, 180 g'],
    ['damage', 'Chip'],
  ]);
  expect(rows(facts({ category: 'Fossils', weight: '180 g' }))).toEqual([
    ['category', 'Fossils'],
    ['weight', '180 g'],
  ]);
});
