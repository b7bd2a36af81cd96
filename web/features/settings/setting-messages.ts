/** What the settings are called in what the owner reads, and what may be wrong in them. */
import { emailPattern } from '#contract/checkout.ts';
import type { Setting, SettingKey } from '#contract/settings.ts';
import { withoutAt } from '#contract/venmo.ts';

const names: Record<SettingKey, string> = {
  general: 'general',
  hero: 'hero section',
  gallery: 'gallery',
  featured_collections: 'featured collections',
  footer_links: 'footer links',
  social_links: 'social links',
  about: 'about section',
  section_visibility: 'section visibility',
  venmo_settings: 'venmo',
  legal: 'shop texts',
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const savedMessages = (key: SettingKey) => `${capitalised(names[key])} settings have been saved successfully.`;
export const failedMessages = (key: SettingKey) => `There was an error updating ${names[key]} settings. Please try again.`;

/** The error of the call itself. */
export const fetchFailedMessages = (key: SettingKey) => `Failed to fetch ${names[key]} settings`;

export const loadFailedMessages = (key: SettingKey) =>
  key === 'section_visibility'
    ? 'Failed to load visibility settings. Please try refreshing the page.'
    : `Error loading ${names[key]} settings. Please refresh and try again.`;

type Errors = Record<string, string>;

const isLink = (href: string) => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href);
const LINK = 'Please enter a web address, a mailto link or a path';

function checkLinks(name: string, links: readonly { text: string; href: string }[]): Errors {
  const found = links.flatMap(({ text, href }, index) => [
    ...(text.trim() === '' ? [[`${name}.${index}.text`, 'Please name this link']] : []),
    ...(isLink(href.trim()) ? [] : [[`${name}.${index}.href`, LINK]]),
  ]);
  return Object.fromEntries(found) as Errors;
}

const checks: { [K in SettingKey]?: (value: Setting<K>) => Errors } = {
  general: ({ siteTitle, contactEmail }) => ({
    ...(siteTitle.trim() === '' && { siteTitle: 'Please give the shop a name' }),
    ...(!emailPattern.test(contactEmail.trim()) && { contactEmail: 'Please enter a valid email address' }),
  }),
  hero: ({ ctaUrl }): Errors => (isLink(ctaUrl.trim()) ? {} : { ctaUrl: LINK }),
  gallery: ({ itemsPerPage }): Errors =>
    Number.isInteger(itemsPerPage) && itemsPerPage >= 1 && itemsPerPage <= 100
      ? {}
      : { itemsPerPage: 'Please enter a whole number from 1 to 100' },
  footer_links: ({ quickLinks, categories }) => ({ ...checkLinks('quickLinks', quickLinks), ...checkLinks('categories', categories) }),
  social_links: (links): Errors =>
    Object.fromEntries(
      links.flatMap(({ platform, url }) => (isSocialUrl(platform, url.trim()) ? [] : [[platform, socialWords(platform)]])),
    ),
  venmo_settings: ({ venmoUsername, paymentInstructions }) => ({
    ...(withoutAt(venmoUsername) === '' && { venmoUsername: 'Venmo username is required' }),
    ...(paymentInstructions.trim() === '' && { paymentInstructions: 'Payment instructions are required' }),
  }),
};

function isSocialUrl(platform: string, url: string): boolean {
  if (url === '') return true;
  return platform === 'email' ? /^mailto:/i.test(url) || emailPattern.test(url) : /^https?:\/\//i.test(url);
}

const socialWords = (platform: string) =>
  platform === 'email' ? 'Please enter an email address' : 'Please enter a web address that starts with https://';

/** What is wrong, by field, such as `quickLinks.0.href`; the server holds the same rules. */
export const checkSetting = <K extends SettingKey>(key: K, value: Setting<K>): Errors => checks[key]?.(value) ?? {};
