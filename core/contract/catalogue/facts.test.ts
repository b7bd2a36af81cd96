import { expect, test } from 'vitest';
import { formatCoordinates, parseCoordinates } from './coordinates.ts';
import {
  disclosureKinds,
  formatDisclosure,
  parseDisclosure,
  sayDisclosure,
} from './disclosures.ts';
import { formatFluorescence, isFluorescent, parseFluorescence } from './fluorescence.ts';
import { mindatUrl, parseMindatId } from './mindat.ts';
import {
  areLimits,
  DEFAULT_SIZE_LIMITS,
  longestSide,
  sizeClasses,
  sizeClassOf,
  sizeRule,
} from './size-classes.ts';

test.each([
  ['33.0592, -114.7347', 33.0592, -114.7347],
  ['33.0592 N, 114.7347 W', 33.0592, -114.7347],
  ['33° 3\' 33" N 114° 44′ 5″ W', 33.0592, -114.7347],
  ['-22.5;17', -22.5, 17],
  ['0, 0', 0, 0],
])('coordinates are read as people paste them: %s', (text, latitude, longitude) => {
  expect(parseCoordinates(text)).toEqual({ latitude, longitude });
  expect(parseCoordinates(formatCoordinates({ latitude, longitude }))).toEqual({
    latitude,
    longitude,
  });
});

test.each([
  '',
  '33',
  'north, west',
  '91, 0',
  '0, 181',
  '33 E, 10 N',
  "3° 60' N, 1 E",
  '1, 2, 3',
  `1,${' '.repeat(90)}2`,
])('what is no place on earth has no coordinates: %s', (text) =>
  expect(parseCoordinates(text)).toBeNull(),
);

test.each([
  ['3328', 3328],
  ['loc-3328', 3328],
  ['https://www.mindat.org/loc-3328.html', 3328],
  ['mindat.org/loc-3328.html?x=1#map', 3328],
  [mindatUrl(7), 7],
  ['https://www.mindat.org/min-3328.html', null],
  ['https://example.com/loc-3328.html', null],
  ['0', null],
  ['9999999999', null],
  ['', null],
])('the number of a locality at mindat.org is read from what is pasted: %s', (text, id) =>
  expect(parseMindatId(text)).toBe(id),
);

test('disclosures and fluorescence are written and read alike', () => {
  for (const kind of disclosureKinds)
    for (const note of ['', 'at the back: a chip'])
      expect(parseDisclosure(formatDisclosure({ kind, note }))).toEqual({ kind, note });
  expect([parseDisclosure('NOT CHECKED'), parseDisclosure('polished')]).toEqual([
    { kind: 'not-checked', note: '' },
    null,
  ]);
  expect(parseFluorescence(formatFluorescence({ light: 'SW', colour: 'bright green' }))).toEqual({
    light: 'SW',
    colour: 'bright green',
  });
  expect([parseFluorescence('lw  red'), parseFluorescence('red'), parseFluorescence('LW')]).toEqual(
    [{ light: 'LW', colour: 'red' }, null, null],
  );
  expect([
    isFluorescent([]),
    isFluorescent([{ light: 'LW', colour: 'None' }]),
    isFluorescent([{ light: 'LW', colour: 'red' }]),
  ]).toEqual([false, false, true]);
});

test.each([
  ['none-known', 'No repairs', 'None known'],
  ['none-known', 'no known repairs, restoration or treatment.', 'None known'],
  ['none-known', 'No repairs under UV', 'None known: No repairs under UV'],
  ['not-checked', 'No repairs', 'Not checked: No repairs'],
] as const)('that nothing was done is said once: %s, %s', (kind, note, said) =>
  expect(sayDisclosure({ kind, note })).toBe(said),
);

test('a size class ends at its limit, and the rule says so', () => {
  const limits = DEFAULT_SIZE_LIMITS;
  expect([1, 30, 30.1, 50, 90, 200, 200.1].map((mm) => sizeClassOf(mm, limits))).toEqual([
    'thumbnail',
    'thumbnail',
    'miniature',
    'miniature',
    'small-cabinet',
    'cabinet',
    'museum',
  ]);
  expect(sizeClassOf(null, limits)).toBeNull();
  expect(sizeClasses.map((sizeClass) => sizeRule(sizeClass, limits))).toEqual([
    'up to 30 mm',
    'over 30 to 50 mm',
    'over 50 to 90 mm',
    'over 90 to 200 mm',
    'over 200 mm',
  ]);
  expect([
    areLimits(limits),
    areLimits({ ...limits, miniature: 30 }),
    areLimits({ ...limits, cabinet: 5001 }),
  ]).toEqual([true, false, false]);
  expect([longestSide('6.2 x 41 mm x 1 in'), longestSide('2 1/2"'), longestSide('large')]).toEqual([
    41,
    63.5,
    null,
  ]);
});
