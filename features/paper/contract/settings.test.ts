import { expect, test } from 'vitest';
import { settingRules } from '#core/contract/admin/setting-rules.ts';
import { savedSetting, settingSchemas } from '#core/contract/admin/settings.ts';
import { ONE_LINE_MESSAGE } from '#core/contract/one-line.ts';

/** What is wrong with a change of the defaults: as the form is told, and as PUT answers. */
function errorsOf(change: object) {
  const value = { ...settingSchemas.paper.parse({}), ...change };
  const issues = savedSetting('paper').safeParse(value).error?.issues ?? [];
  return [
    settingRules.paper(value),
    Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
  ];
}

test.each([
  [
    'a code word with a letter twice',
    { codeWord: 'BLACKHORSES' },
    { codeWord: 'Please enter a word with ten different letters' },
  ],
  ['a seller on two lines', { sellerName: 'Dr\nuse' }, { sellerName: ONE_LINE_MESSAGE }],
])('the form and the server refuse %s in the same words', (_, change, expected) => {
  expect(errorsOf(change)).toEqual([expected, expected]);
});

test('the form and the server take several lines of an address and a footer, and a code word in spaces', () => {
  expect(
    errorsOf({ sellerAddress: 'a\nb', invoiceFooter: 'a\nb', codeWord: ' BLACKHORSE ' }),
  ).toEqual([{}, {}]);
});
