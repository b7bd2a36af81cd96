import { expect, test } from 'vitest';
import { SettingFields } from './setting-fields.tsx';

test('a field without an input, and a field that does not exist, do not compile', () => {
  const input = () => null;
  const own = { quickLinks: input, categories: input };
  const wrong = [
    // @ts-expect-error: neither list has an input
    <SettingFields key="all" name="footer_links" />,
    // @ts-expect-error: categories has no input
    <SettingFields key="one" name="footer_links" own={{ quickLinks: input }} />,
    // @ts-expect-error: there is no such field
    <SettingFields key="only" name="gallery" only={['showPrices']} />,
    // @ts-expect-error: there is no such setting
    <SettingFields key="name" name="prices" />,
  ];
  const right = [
    <SettingFields key="own" name="footer_links" own={own} />,
    <SettingFields key="plain" name="gallery" only={['showSearch']} />,
  ];
  expect([wrong.length, right.length]).toEqual([4, 2]);
});
