/** Rules for settings, as plain functions used by the forms and by the schemas of `settings.ts`. */

import { areLimits, MAX_SIZE_LIMIT, type SizeLimits } from '#contract/catalogue/size-classes.ts';
import { wholeNumberMessage } from '#contract/counts.ts';
import { AMOUNT_MESSAGE, AMOUNT_OR_BLANK, parseAmount } from '#contract/money.ts';
import { isOneLine, ONE_LINE_MESSAGE } from '#contract/one-line.ts';
import { buyerRules, emailPattern } from '#contract/selling/checkout.ts';
import { MAX_HOLD_HOURS, MAX_WAITING_HOURS } from '#contract/selling/holds.ts';
import type { ShippingRule } from '#contract/selling/shipping.ts';
import { withoutAt } from '#contract/selling/venmo.ts';
import { isCodeWord } from './price-code.ts';

export const socialPlatforms = ['instagram', 'facebook', 'twitter', 'email', 'warpcast'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** The contact address of a shop that has not given its own. */
export const DEFAULT_EMAIL = 'hello@druse.example';

/** Longest texts, in UTF-16 code units. */
export const settingLimits = {
  line: 300,
  prose: 10_000,
  url: 2_000,
  linkText: 100,
  email: 254,
  amount: 20,
  venmoUsername: 60,
  venmoInstructions: 2_000,
  address: 1_000,
  footer: 2_000,
  codeWord: 20,
};

export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;

/** The longest time after which old orders are anonymised. */
export const MAX_ANONYMISE_MONTHS = 240;

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
  holdHours: wholeNumberMessage(0, MAX_HOLD_HOURS),
  amount: AMOUNT_MESSAGE,
  freeFrom: AMOUNT_OR_BLANK,
  anonymiseAfterMonths: wholeNumberMessage(0, MAX_ANONYMISE_MONTHS),
  waitingHours: wholeNumberMessage(0, MAX_WAITING_HOURS),
  venmoUsername: 'Venmo username is required',
  venmoInstructions: 'Payment instructions are required',
  codeWord: 'Please enter a word with ten different letters',
};

/** What is wrong, by the dotted path of the field, such as `quickLinks.0.href`. */
export type SettingErrors = Record<string, string>;

type FooterLink = { text: string; href: string };

/** The messages of the fields whose check failed. */
const failed = (checks: [path: string, isRight: boolean, message: string][]): SettingErrors =>
  Object.fromEntries(checks.flatMap(([path, isRight, message]) => (isRight ? [] : [[path, message]])));

const checkLinks = (name: string, links: readonly FooterLink[]): SettingErrors =>
  failed(
    links.flatMap(({ text, href }, index): [string, boolean, string][] => [
      [`${name}.${index}.text`, text.trim() !== '', settingMessages.linkText],
      [`${name}.${index}.href`, isLink(href.trim()), settingMessages.link],
    ]),
  );

const isWhole = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max;

const anythingGoes = (): SettingErrors => ({});

/** Fields that may have several lines. Every other text is one line. */
const prose = new Set([
  ...['description', 'sectionDescription', 'content', 'paymentInstructions', 'shipping', 'returns', 'privacy'],
  ...['sellerAddress', 'invoiceFooter'],
]);

function checkLines(value: unknown, path: readonly string[] = []): SettingErrors {
  if (typeof value === 'string') return failed([[path.join('.'), isOneLine(value.trim()), ONE_LINE_MESSAGE]]);
  const fields = Object.entries(value instanceof Object ? value : {}).filter(([name]) => !prose.has(name));
  return Object.assign({}, ...fields.map(([name, field]) => checkLines(field, [...path, name])));
}

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
  orders: ({ holdHours, anonymiseAfterMonths, waitingHours }: Record<'holdHours' | 'anonymiseAfterMonths' | 'waitingHours', number>) =>
    failed([
      ['holdHours', isWhole(holdHours, MAX_HOLD_HOURS), settingMessages.holdHours],
      ['anonymiseAfterMonths', isWhole(anonymiseAfterMonths, MAX_ANONYMISE_MONTHS), settingMessages.anonymiseAfterMonths],
      ['waitingHours', isWhole(waitingHours, MAX_WAITING_HOURS), settingMessages.waitingHours],
    ]),
  payment_statement: anythingGoes,
  paper: ({ codeWord }: { codeWord: string }) =>
    failed([['codeWord', codeWord.trim() === '' || isCodeWord(codeWord.trim()), settingMessages.codeWord]]),
};

/**
 * What is wrong with each setting; empty when it may be saved. Stored values are older than some of these rules, so reading does not apply them.
 */
export const settingRules = Object.fromEntries(
  Object.entries(rules).map(([key, rule]) => [
    key,
    (setting: never): SettingErrors => ({ ...checkLines(setting), ...(rule as (value: never) => SettingErrors)(setting) }),
  ]),
) as typeof rules;
