import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOver, nameOf, shippedTable, speciesNamed, speciesOfSlug } from './species.service.ts';

/** The shipped table, where Quartz is also called like others. */
beforeEach(() => {
  const { table } = shippedTable();
  const species = table.species.map((row) =>
    row.name === 'Quartz'
      ? {
          ...row,
          synonyms: [...row.synonyms, 'Azurite', 'Shared word'],
          foreignNames: [...row.foreignNames, 'Beryl'],
        }
      : row.name === 'Calcite'
        ? { ...row, foreignNames: [...row.foreignNames, 'Shared word'] }
        : row,
  );
  layOver({ table: { ...table, species }, hash: 'test', marks: new Map() });
});
afterEach(() => layOver(null));

const named = (name: string) => {
  const found = speciesNamed(name);
  return found && nameOf(found);
};

test('a species’ own name goes before another’s synonym and foreign name', () => {
  expect([named('Azurite'), named('Beryl')]).toEqual(['Azurite', 'Beryl']);
});

test('a synonym goes before another’s foreign name', () => {
  expect(named('Shared word')).toBe('Quartz');
});

test('a page’s address leads to the species of that name, not to one with that synonym', () => {
  const found = speciesOfSlug('azurite');
  expect(found && nameOf(found)).toBe('Azurite');
});
