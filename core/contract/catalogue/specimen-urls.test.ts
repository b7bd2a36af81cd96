import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSpecimenParam, slugOf, specimenParam, specimenPath } from './specimen-urls.ts';

test.each([
  ['Amethyst, Veracruz', 'amethyst-veracruz'],
  ['  Weißbleierz – Tsumeb  ', 'weissbleierz-tsumeb'],
  ['Améthyste', 'amethyste'],
  ['紫水晶', ''],
  ['…', ''],
  ['Œuvre d’art', 'oeuvre-d-art'],
  ['Łódź, Røros, Ångström', 'lodz-roros-angstrom'],
  ['Đà Nẵng, Æ', 'da-nang-ae'],
  ['Азурит, Щёлково', 'azurit-shchelkovo'],
  ['Кривий Ріг, Їжак', 'krivii-rig-izhak'],
])('the slug of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a path has the id, and a slug where the title gives one', () => {
  expect(specimenPath({ id: 12, title: 'Amethyst, Veracruz' })).toBe(
    '/specimen/12-amethyst-veracruz',
  );
  expect(specimenPath({ id: 12, title: '紫水晶' })).toBe('/specimen/12');
});

test.each([
  ['12', 12],
  ['12-amethyst-veracruz', 12],
  ['12-', 12],
  ['2147483647', 2147483647],
  ['12-Améthyste', 12],
])('%j is read as specimen %i', (param, id) => {
  expect(parseSpecimenParam(param)).toBe(id);
});

test.each([
  '',
  '0',
  '01',
  '-1',
  '1.5',
  '1e3',
  'abc',
  '12x',
  '12 ',
  ' 12',
  '12/a',
  '2147483648',
  '99999999999',
  '12-a b',
  '12\n',
  '१२',
])('%j means nothing', (param) => {
  expect(parseSpecimenParam(param)).toBeNull();
});

test('every path is read again as its id, and needs no escaping', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_147_483_647 }),
      fc.string({ unit: 'binary' }),
      (id, title) => {
        const param = specimenParam({ id, title });
        expect(parseSpecimenParam(param)).toBe(id);
        expect(param).toMatch(/^[0-9]+(-[a-z0-9]+)*$/);
        expect(param.length).toBeLessThanOrEqual(71);
      },
    ),
  );
});
