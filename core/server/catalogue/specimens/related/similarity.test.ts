import { expect, test } from 'vitest';
import { mostSimilar, similarity, type Traits } from './similarity.ts';

const red = { L: 40, a: 60, b: 30 };
const green = { L: 40, a: -40, b: 20 };
const piece: Traits = {
  id: 1,
  species: ['Wulfenite'],
  locality: ['Red Cloud Mine', 'La Paz County', 'Arizona', 'USA'],
  colours: [{ ...red, share: 1 }],
  sizeMm: 40,
  cents: 50_000,
  isAvailable: true,
};
let lastId = 1;
const like = (change: Partial<Traits>): Traits => ({ ...piece, id: ++lastId, ...change });

test('what is the same is wholly alike, and what is known of nothing is like nothing', () => {
  expect(similarity(piece, like({}))).toBeCloseTo(100);
  const unknown = { species: [], locality: [], colours: null, sizeMm: null, cents: null };
  expect(similarity(piece, like(unknown))).toBe(0);
  expect(similarity(like(unknown), piece)).toBe(0);
});

test.each([
  [
    'the same species from elsewhere',
    { locality: [] },
    'another species from the same mine',
    { species: ['Mimetite'] },
  ],
  [
    'the same mine',
    {},
    'the same state',
    { locality: ['Old Yuma Mine', 'Pima County', 'Arizona', 'USA'] },
  ],
  [
    'the same state',
    { locality: ['Old Yuma Mine', 'Pima County', 'Arizona', 'USA'] },
    'another country',
    { locality: ['Tsumeb', 'Namibia'] },
  ],
  ['the same colour', {}, 'another colour', { colours: [{ ...green, share: 1 }] }],
  ['the same colour', {}, 'a similar colour', { colours: [{ L: 40, a: 45, b: 30, share: 1 }] }],
  ['nearly the same size', { sizeMm: 45 }, 'twice the size', { sizeMm: 80 }],
  ['nearly the same price', { cents: 60_000 }, 'a fifth of the price', { cents: 10_000 }],
])('%s is more like it than %s', (_, nearer, __, farther) => {
  expect(similarity(piece, like(nearer))).toBeGreaterThan(similarity(piece, like(farther)));
});

test('the most alike come first, never what is gone before what can be bought, and never the piece itself', () => {
  const [sold, other, same] = [
    like({ isAvailable: false }),
    like({ species: ['Quartz'] }),
    like({}),
  ];
  expect(mostSimilar(piece, [sold, piece, other, same], 3)).toEqual([same, other, sold]);
  expect(mostSimilar(piece, [sold, piece, other, same], 1)).toEqual([same]);
});
