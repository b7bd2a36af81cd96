/** Free of schemas, so pages may import it. */
import { AMOUNT_MESSAGE } from '#core/contract/number-words.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';

/** Keyed by the dotted path of the field, such as `quickLinks.0.href`. */
export type SettingErrors = Record<string, string>;

export const socialPlatforms = ['instagram', 'facebook', 'twitter', 'email', 'warpcast'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** For a shop that has not set its own. */
export const DEFAULT_EMAIL = 'hello@druse.example';

export const HTTPS_NEEDED = 'Enter an address that begins with https://';

export const MAX_PAGE_SIZE = 100;

/** In UTF-16 code units. */
export const settingLimits = {
  line: 300,
  text: 10_000,
  link: 2_000,
  webAddress: 2_000,
  linkText: 100,
  email: 254,
  amount: 20,
  handle: 60,
  timeZone: 60,
};

export const settingMessages = {
  email: buyerRules.customerEmail.message,
  timeZone: 'Please choose a time zone from the list',
  link: 'Please enter a web address, a mailto link or a path',
  linkText: 'Please name this link',
  mediaUrl: 'Please upload a photo instead of linking one',
  socialUrl: 'Please enter a web address that starts with https://',
  webAddress: HTTPS_NEEDED,
  amount: AMOUNT_MESSAGE,
};

/**
 * Takes http, https, mailto, and paths on our own site. Browsers read a backslash as a slash and
 * drop tabs and line breaks: `/\evil.example` is another site.
 */
export const isLink = (href: string) =>
  !/[\\\p{Cc}]/u.test(href) && /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href);

export const isEmail = (text: string) => emailPattern.test(text);

/** Pictures are uploaded, never linked. */
export const isMediaUrl = (url: string) => url.startsWith('/media/');

/** Settings are checked on every read, and a formatter takes longer than all other rules. */
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

export const failed = (
  checks: [path: string, isRight: boolean, message: string][],
): SettingErrors =>
  Object.fromEntries(
    checks.flatMap(([path, isRight, message]) => (isRight ? [] : [[path, message]])),
  );
