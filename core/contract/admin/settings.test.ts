import { describe, expect, expectTypeOf, test } from 'vitest';
import { AMOUNT_OR_BLANK } from '#core/contract/number-words.ts';
import { ONE_LINE_MESSAGE } from '#core/contract/one-line.ts';
import { isMediaUrl, settingMessages as messages, type SettingErrors } from './setting-checks.ts';
import { settingRules } from './setting-rules.ts';
import {
  type Setting,
  type SettingKey,
  savedSetting,
  settingKeys,
  settingSchemas,
} from './settings.ts';

/** What is wrong with a change of the defaults: as the form is told, and as PUT answers. */
function errorsOf<K extends SettingKey>(
  key: K,
  change: unknown,
): [form: SettingErrors, schema: SettingErrors] {
  const fallback = settingSchemas[key].parse(key === 'social_links' ? undefined : {});
  const value = (
    Array.isArray(change) ? change : { ...fallback, ...(change as object) }
  ) as Setting<K>;
  const rules: { [J in SettingKey]: (setting: Setting<J>) => SettingErrors } = settingRules;
  const issues = savedSetting(key).safeParse(value).error?.issues ?? [];
  return [
    rules[key](value),
    Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
  ];
}

const social = (platform: string, url: string) => [{ platform, url, icon: '', enabled: true }];
const link = (text: string, href: string) => [{ text, href, enabled: true }];

describe('the form and the schema of a setting', () => {
  test.each<[string, SettingKey, unknown, SettingErrors]>([
    [
      'a shop without a name',
      'general',
      { siteTitle: ' ' },
      { siteTitle: 'Please give the shop a name' },
    ],
    [
      'an email address without a domain',
      'general',
      { contactEmail: 'eva@druse' },
      { contactEmail: messages.email },
    ],
    [
      'a time zone that does not exist',
      'general',
      { timeZone: 'Mars/Olympus' },
      { timeZone: messages.timeZone },
    ],
    ['a button that leads nowhere', 'hero', { ctaUrl: ' ' }, { ctaUrl: messages.link }],
    [
      'a button that runs code',
      'hero',
      { ctaUrl: 'javascript:alert(1)' },
      { ctaUrl: messages.link },
    ],
    [
      'a footer link without a text',
      'footer_links',
      { quickLinks: link('', '/') },
      { 'quickLinks.0.text': messages.linkText },
    ],
    [
      'a footer link to any host',
      'footer_links',
      { categories: link('A', '//a.example') },
      { 'categories.0.href': messages.link },
    ],
    [
      'a backslash, which browsers read as a slash',
      'hero',
      { ctaUrl: '/\\evil.example' },
      { ctaUrl: messages.link },
    ],
    [
      'a tab, which browsers leave out',
      'hero',
      { ctaUrl: '/\t/evil.example' },
      { ctaUrl: messages.link },
    ],
    [
      'a line break in an address',
      'footer_links',
      { categories: link('A', '/\n/a.example') },
      { 'categories.0.href': messages.link },
    ],
    [
      'a path as a social link',
      'social_links',
      social('facebook', '/druse'),
      { '0.url': messages.socialUrl },
    ],
    [
      'a mailto link for Instagram',
      'social_links',
      social('instagram', 'mailto:a@b.example'),
      { '0.url': messages.socialUrl },
    ],
    [
      'a web address for Email',
      'social_links',
      social('email', 'https://druse.example'),
      { '0.url': messages.email },
    ],
    [
      'Venmo without a user name',
      'venmo_settings',
      { enabled: true, venmoUsername: ' @ ' },
      { venmoUsername: 'Venmo username is required' },
    ],
    [
      'Venmo without instructions',
      'venmo_settings',
      { enabled: true, venmoUsername: 'kluft', paymentInstructions: ' \n' },
      { paymentInstructions: 'Payment instructions are required' },
    ],
    [
      'shipping that is no amount',
      'shipping_rule',
      { charge: 'flat', flatAmount: 'ask us' },
      { flatAmount: messages.amount },
    ],
    [
      'free shipping from no amount',
      'shipping_rule',
      { freeFrom: 'never' },
      { freeFrom: AMOUNT_OR_BLANK },
    ],
    [
      'a name with a line break',
      'general',
      { siteTitle: 'Dr\nuse' },
      { siteTitle: ONE_LINE_MESSAGE },
    ],
    [
      'a headline that turns its direction',
      'hero',
      { title: 'Dr\u202euse' },
      { title: ONE_LINE_MESSAGE },
    ],
    [
      'a footer link with U+0085',
      'footer_links',
      { quickLinks: link('Up\u0085', '/') },
      { 'quickLinks.0.text': ONE_LINE_MESSAGE },
    ],
  ])('both refuse %s in the same words', (_, key, change, expected) => {
    expect(errorsOf(key, change)).toEqual([expected, expected]);
  });

  test.each<[string, SettingKey, unknown]>([
    ['an amount that does not count', 'shipping_rule', { charge: 'each', flatAmount: '' }],
    ['a link within the page', 'hero', { ctaUrl: '#gallery' }],
    ['a path as a footer link', 'footer_links', { quickLinks: link('Checkout', '/checkout') }],
    [
      'a mailto link as a footer link',
      'footer_links',
      { categories: link('Write', 'mailto:eva@druse.example') },
    ],
    [
      'a web address for Facebook',
      'social_links',
      social('facebook', 'https://facebook.example/druse'),
    ],
    ['an email address for Email', 'social_links', social('email', 'eva@druse.example')],
    ['a mailto link for Email', 'social_links', social('email', 'MAILTO:eva@druse.example')],
    ['a social link without a URL', 'social_links', social('warpcast', '')],
    [
      'Venmo that is switched off and empty',
      'venmo_settings',
      { enabled: false, venmoUsername: '', paymentInstructions: '' },
    ],
    ['lines of a description', 'hero', { description: 'a\nb' }],
    ['lines about the gallery', 'gallery', { description: 'a\nb' }],
    ['lines about the collections', 'featured_collections', { sectionDescription: 'a\nb' }],
    ['lines about the shop', 'about', { content: 'a\nb' }],
    ['lines about paying', 'venmo_settings', { paymentInstructions: 'a\nb' }],
    ['lines of every legal text', 'legal', { shipping: 'a\nb', returns: 'a\nb', privacy: 'a\nb' }],
    ['one specimen a page', 'gallery', { itemsPerPage: 1 }],
    ['a hundred specimens a page', 'gallery', { itemsPerPage: 100 }],
  ])('both take %s', (_, key, change) => {
    expect(errorsOf(key, change)).toEqual([{}, {}]);
  });

  test('both take the defaults of every setting', () => {
    for (const key of settingKeys)
      expect(
        errorsOf(key, key === 'social_links' ? settingSchemas[key].parse(undefined) : {}),
        key,
      ).toEqual([{}, {}]);
  });
});

test.each([0, 101, 12.5, Number.NaN])('the form refuses %s specimens a page', (itemsPerPage) => {
  expect(settingRules.gallery({ itemsPerPage })).toEqual({
    itemsPerPage: 'Please enter a whole number from 1 to 100',
  });
});

test.each([
  '/api/specimens',
  '/assets/index.js',
  '/',
  '//elsewhere.example/media/a.jpg',
  'https://elsewhere.example/media/a.jpg',
  'media/a.jpg',
])('a picture cannot be %s', (url) => {
  expect(isMediaUrl(url)).toBe(false);
});

test('the form takes neither code nor a path for the email link', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/write', '#write']) {
    expect(settingRules.social_links([{ platform: 'email', url }]), url).toEqual({
      '0.url': messages.email,
    });
  }
});

test('every setting has its rules, and no rules are without a setting', () => {
  expectTypeOf<keyof typeof settingRules>().toEqualTypeOf<SettingKey>();
  expect(Object.keys(settingRules).toSorted()).toEqual(settingKeys.toSorted());
});
