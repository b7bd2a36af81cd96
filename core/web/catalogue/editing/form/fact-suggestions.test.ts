import { expect, test } from 'vitest';
import { suggestLocalities, suggestSpecies, unknownSpecies } from './fact-suggestions.ts';

const names = [
  { name: 'Baryte', of: null, synonyms: ['Barite', 'Heavy spar'] },
  ...['Chlorite', 'Fluorite', 'Mimetite'].map((name) => ({ name, of: null, synonyms: [] })),
  { name: 'Wulfenite', of: null, synonyms: [] },
];

test('the last of several names is completed, and the ones before stay', () => {
  expect(suggestSpecies('wul', names)).toEqual([{ value: 'Wulfenite', label: 'Wulfenite' }]);
  expect(suggestSpecies('Wulfenite,mim', names)).toEqual([
    { value: 'Wulfenite, Mimetite', label: 'Mimetite' },
  ]);
});

test('a synonym leads to the name of the species', () => {
  expect(suggestSpecies('heavy', names)).toEqual([
    { value: 'Baryte', label: 'Heavy spar: Baryte' },
  ]);
});

test.each(['', 'w', 'Wulfenite, '])('nothing is suggested for less than two letters: %j', (text) =>
  expect(suggestSpecies(text, names)).toEqual([]),
);

test('localities are found by any of their levels, and offered from that level on too', () => {
  const localities = [['Red Cloud Mine', 'La Paz County', 'Arizona', 'USA']];
  const found = (text: string) => suggestLocalities(text, localities).map(({ value }) => value);
  expect(found('red cl')).toEqual(['Red Cloud Mine, La Paz County, Arizona, USA']);
  expect(found('ariz')).toEqual([
    'Arizona, USA',
    'Red Cloud Mine, La Paz County, Arizona, USA',
    'La Paz County, Arizona, USA',
  ]);
  expect(found('a')).toEqual([]);
});

test('a name that the table does not know is told, with the nearest that it knows', () => {
  expect(unknownSpecies('Wulfnite, Mimetit', names, true)).toEqual([
    { name: 'Wulfnite', nearest: ['Wulfenite'] },
  ]);
  expect(unknownSpecies('Flourite', names, true)[0]?.nearest[0]).toBe('Fluorite');
  expect(unknownSpecies('Kryptonite', names, true)).toEqual([{ name: 'Kryptonite', nearest: [] }]);
});

test.each(['', 'heavy spar', 'Baryte on dolomite', 'Wulfenite, Mim', 'MIMETITE'])(
  'nothing is told of %j',
  (text) => expect(unknownSpecies(text, names, true)).toEqual([]),
);

test('nothing is told before the table is there', () =>
  expect(unknownSpecies('Kryptonite', [], false)).toEqual([]));

test('a name that is left unfinished is told', () =>
  expect(unknownSpecies('Wulfenite, Mimetit', names, false)).toEqual([
    { name: 'Mimetit', nearest: ['Mimetite'] },
  ]));
