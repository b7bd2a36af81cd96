/** Rules for settings, as plain functions used by the forms and by the schemas of `settings.ts`. */

import { areLimits, MAX_SIZE_LIMIT, type SizeLimits } from '#contract/catalogue/size-classes.ts';
import { parseAmount } from '#contract/money.ts';
import { AMOUNT_MESSAGE, AMOUNT_OR_BLANK, wholeNumberMessage } from '#contract/number-words.ts';
import { buyerRules, emailPattern } from '#contract/selling/checkout.ts';
import { DEFAULT_HOLD_HOURS, MAX_HOLD_HOURS } from '#contract/selling/holds.ts';
import type { ShippingRule } from '#contract/selling/shipping.ts';
import { withoutAt } from '#contract/selling/venmo.ts';
import * as extraOrderNumbers from '../extra-order-numbers.ts';
import * as extraRules from '../extra-setting-rules.ts';
import { HTTPS_NEEDED } from './second-way-rules.ts';
import { checkLines, checkNumbers, failed, MAX_LINE, type SettingErrors } from './setting-checks.ts';

export const socialPlatforms = ['instagram', 'facebook', 'twitter', 'email', 'warpcast'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** The contact address of a shop that has not given its own. */
export const DEFAULT_EMAIL = 'hello@druse.example';

/** Longest texts, in UTF-16 code units. */
export const settingLimits = {
  line: MAX_LINE,
  prose: 10_000,
  url: 2_000,
  linkText: 100,
  email: 254,
  amount: 20,
  venmoUsername: 60,
  venmoInstructions: 2_000,
};

export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;

/** The whole numbers of the setting `orders`. */
export const orderNumbers = {
  /** How long an order placed from now on holds its pieces; 0: without end. */
  holdHours: { fallback: DEFAULT_HOLD_HOURS, max: MAX_HOLD_HOURS },
  /** How long after ordering the buyer's data of an order that is no longer open are erased by themselves; 0: never. */
  anonymiseAfterMonths: { fallback: 0, max: 240 },
  ...extraOrderNumbers,
};

/** http, https, mailto, or on our own site. Browsers read a backslash as a slash, and leave out tabs and line breaks: `/\evil.example` is another site. */
export const isLink = (href: string) => !/[\\\p{Cc}]/u.test(href) && /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href);

export const isEmail = (text: string) => emailPattern.test(text);

/** Pictures are uploaded, never linked: the only URLs of theirs are those of our own media. */
export const isMediaUrl = (url: string) => url.startsWith('/media/');

/** Settings are checked whenever they are read, and a formatter takes longer than all their other rules. */
let lastTimeZone: string | null = null;

export function isTimeZone(name: string): boolean {
  if (name === lastTimeZone) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    lastTimeZone = name;
    return true;
  } catch {
    return false;
  }
}

function isSocialUrl(platform: SocialPlatform, url: string): boolean {
  return platform === 'email' ? /^mailto:/i.test(url) || isEmail(url) : /^https?:\/\//i.test(url);
}

export const settingMessages = {
  sizeLimits: `Each limit must be higher than the one before, up to ${MAX_SIZE_LIMIT} mm`,
  siteTitle: 'Please give the shop a name',
  email: buyerRules.customerEmail.message,
  timeZone: 'Please choose a time zone from the list',
  link: 'Please enter a web address, a mailto link or a path',
  linkText: 'Please name this link',
  mediaUrl: 'Please upload a photo instead of linking one',
  pageSize: wholeNumberMessage(1, MAX_PAGE_SIZE),
  socialUrl: 'Please enter a web address that starts with https://',
  httpsUrl: HTTPS_NEEDED,
  amount: AMOUNT_MESSAGE,
  freeFrom: AMOUNT_OR_BLANK,
  venmoUsername: 'Venmo username is required',
  venmoInstructions: 'Payment instructions are required',
};

type FooterLink = { text: string; href: string };

const checkLinks = (name: string, links: readonly FooterLink[]): SettingErrors =>
  failed(
    links.flatMap(({ text, href }, index): [string, boolean, string][] => [
      [`${name}.${index}.text`, text.trim() !== '', settingMessages.linkText],
      [`${name}.${index}.href`, isLink(href.trim()), settingMessages.link],
    ]),
  );

const anythingGoes = (): SettingErrors => ({});

/** Fields that may have several lines. Every other text is one line. */
const prose = new Set(['description', 'sectionDescription', 'content', 'paymentInstructions', 'shipping', 'returns', 'privacy']);

/** What each setting has to keep beside that. */
const rules = {
  general: ({ siteTitle, contactEmail, timeZone }: { siteTitle: string; contactEmail: string; timeZone: string }) =>
    failed([
      ['siteTitle', siteTitle.trim() !== '', settingMessages.siteTitle],
      ['contactEmail', isEmail(contactEmail.trim()), settingMessages.email],
      ['timeZone', isTimeZone(timeZone), settingMessages.timeZone],
    ]),
  hero: ({ ctaUrl }: { ctaUrl: string }) => failed([['ctaUrl', isLink(ctaUrl.trim()), settingMessages.link]]),
  gallery: ({ itemsPerPage }: { itemsPerPage: number }) =>
    failed([
      ['itemsPerPage', Number.isInteger(itemsPerPage) && itemsPerPage >= 1 && itemsPerPage <= MAX_PAGE_SIZE, settingMessages.pageSize],
    ]),
  featured_collections: anythingGoes,
  footer_links: ({ quickLinks, categories }: { quickLinks: readonly FooterLink[]; categories: readonly FooterLink[] }) => ({
    ...checkLinks('quickLinks', quickLinks),
    ...checkLinks('categories', categories),
  }),
  social_links: (links: readonly { platform: SocialPlatform; url: string }[]) =>
    failed(
      links.map(({ platform, url }, index) => [
        `${index}.url`,
        url.trim() === '' || isSocialUrl(platform, url.trim()),
        platform === 'email' ? settingMessages.email : settingMessages.socialUrl,
      ]),
    ),
  about: anythingGoes,
  section_visibility: anythingGoes,
  venmo_settings: ({
    venmoUsername,
    paymentInstructions,
    enabled,
  }: Record<'venmoUsername' | 'paymentInstructions', string> & { enabled: boolean }) =>
    failed([
      ['venmoUsername', !enabled || withoutAt(venmoUsername) !== '', settingMessages.venmoUsername],
      ['paymentInstructions', !enabled || paymentInstructions.trim() !== '', settingMessages.venmoInstructions],
    ]),
  shipping_rule: ({ charge, flatAmount, freeFrom }: ShippingRule) =>
    failed([
      ['flatAmount', charge !== 'flat' || parseAmount(flatAmount) !== null, settingMessages.amount],
      ['freeFrom', freeFrom.trim() === '' || parseAmount(freeFrom) !== null, settingMessages.freeFrom],
    ]),
  size_classes: (limits: SizeLimits) => failed([['cabinet', areLimits(limits), settingMessages.sizeLimits]]),
  legal: anythingGoes,
  new_versions: ({ announcedAt }: { announcedAt: string }) =>
    failed([['announcedAt', announcedAt.trim() === '' || /^https:\/\/./i.test(announcedAt.trim()), settingMessages.httpsUrl]]),
  orders: (numbers: Record<keyof typeof orderNumbers, number>) => checkNumbers(orderNumbers, numbers),
};

/**
 * What is wrong with each setting; empty when it may be saved. Stored values are older than some of these rules, so reading does not apply them.
 */
export const settingRules = {
  ...(Object.fromEntries(
    Object.entries(rules).map(([key, rule]) => [
      key,
      (setting: never): SettingErrors => ({ ...checkLines(setting, prose), ...(rule as (value: never) => SettingErrors)(setting) }),
    ]),
  ) as typeof rules),
  ...extraRules,
};
