import { describe, expect, test } from 'vitest';
import { countryNames, findCountry } from './countries.ts';

describe('a country', () => {
  test.each([
    ['USA', 'USA'],
    ['U.S.A.', 'USA'],
    ['United States', 'USA'],
    ['england', 'UK'],
    ['Democratic Republic of the Congo', 'DR Congo'],
    ['Czechia', 'Czech Republic'],
    ['Cote d’Ivoire', 'Ivory Coast'],
    ['Burma', 'Myanmar'],
  ])('is meant by %j: %s', (label, name) => expect(findCountry(label)?.name).toBe(name));

  test.each(['', 'Czechoslovakia', 'USSR', 'Yugoslavia', 'Congo', 'Moon', 'constructor'])(
    'is not meant by %j',
    (label) => expect(findCountry(label)).toBeNull(),
  );

  test('is found by each of its names, and no two share one', () => {
    expect(countryNames().filter(([name, country]) => findCountry(name)?.name !== country)).toEqual(
      [],
    );
  });
});
