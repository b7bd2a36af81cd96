import { expect, test } from 'vitest';
import { numberAfter, proposedOrigin, proposedTitle } from './proposals.ts';

const nothing = { species: [], associates: [], locality: [] };
const redCloud = ['Red Cloud Mine', 'La Paz County', 'Arizona', 'USA'];

test.each([
  [nothing, ''],
  [{ ...nothing, species: ['Wulfenite'] }, 'Wulfenite'],
  [{ ...nothing, species: ['Wulfenite'], locality: redCloud }, 'Wulfenite, Red Cloud Mine, USA'],
  [
    { ...nothing, species: ['Azurite', 'Malachite'], locality: ['Morocco'] },
    'Azurite and Malachite, Morocco',
  ],
  [
    { ...nothing, species: ['Galena'], associates: ['Fluorite', 'Calcite', 'Quartz'] },
    'Galena with Fluorite and Calcite',
  ],
  [{ ...nothing, locality: redCloud }, 'Red Cloud Mine, USA'],
])('a title is proposed from species and place (case %#)', (facts, title) =>
  expect(proposedTitle(facts)).toBe(title),
);

test('the origin is proposed with all levels of the place', () => {
  expect(proposedOrigin({ locality: redCloud })).toBe(
    'Red Cloud Mine, La Paz County, Arizona, USA',
  );
});

test.each([
  ['7', '8'],
  ['W-009', 'W-010'],
  ['2026/99', '2026/100'],
  ['W', null],
  ['', null],
])('after the catalogue number %j comes %j', (number, next) =>
  expect(numberAfter(number)).toBe(next),
);
