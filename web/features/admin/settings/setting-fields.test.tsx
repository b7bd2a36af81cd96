import { expect, expectTypeOf, test } from 'vitest';
import type { Setting } from '#contract/admin/settings.ts';
import { line, picture, type SettingFields, toggle } from './setting-fields.tsx';

/** Some fields of one setting, so that a new one concerns no test. */
type Fields = Pick<SettingFields<'gallery'>, 'title' | 'description' | 'itemsPerPage' | 'showFilters' | 'showSearch'>;

test('a field without an input, or with the input of another type, does not compile', () => {
  const texts = { title: line('Title'), description: line('Description'), itemsPerPage: null };
  const whole: Fields = { ...texts, showFilters: toggle('Filters'), showSearch: toggle('Search') };
  // @ts-expect-error: showSearch is missing
  const forgotten: Fields = { ...texts, showFilters: toggle('Filters') };
  // @ts-expect-error: a text field for a switch
  const textForSwitch: Fields = { ...whole, showFilters: line('Filters') };
  // @ts-expect-error: a switch for a text
  const switchForText: Fields = { ...whole, title: toggle('Title') };
  // @ts-expect-error: a picture for a text
  const pictureForText: Fields = { ...whole, title: picture('Title', '') };
  // @ts-expect-error: there is no such field
  const unknown: Fields = { ...whole, showPrices: toggle('Prices') };
  // Every field of the setting is asked for, and none is optional.
  expectTypeOf<keyof SettingFields<'gallery'>>().toEqualTypeOf<keyof Setting<'gallery'>>();
  expectTypeOf<SettingFields<'gallery'>>().toEqualTypeOf<Required<SettingFields<'gallery'>>>();
  expect(Object.keys(whole).toSorted()).toEqual(['description', 'itemsPerPage', 'showFilters', 'showSearch', 'title']);
  expect([forgotten, textForSwitch, switchForText, pictureForText, unknown]).toHaveLength(5);
});
