/** The settings, one schema a key. Every field has its default, so that parsing `{}` gives a complete setting. */
import { z } from 'zod';
import { DEFAULT_SIZE_LIMITS, MAX_SIZE_LIMIT, type SizeLimits } from '#contract/catalogue/size-classes.ts';
import { picture } from '#contract/media/media.ts';
import { holdEndChoices } from '#contract/selling/holds.ts';
import { DEFAULT_INSTRUCTIONS } from '#contract/selling/payment-instructions.ts';
import { DEFAULT_SHIPPING } from '#contract/selling/shipping.ts';
import { shippingCharges } from '#contract/selling/shipping-charges.ts';
import { type LegalPage, legalPages } from '#contract/storefront/legal.ts';
import { text, trimmed } from '#contract/text.ts';
import * as extraSettings from '../extra-settings.ts';
import type { SettingErrors, WholeNumber } from './setting-checks.ts';
import {
  DEFAULT_EMAIL,
  DEFAULT_PAGE_SIZE,
  isEmail,
  isLink,
  isMediaUrl,
  isTimeZone,
  settingLimits as limits,
  MAX_PAGE_SIZE,
  settingMessages as messages,
  orderNumbers,
  settingRules,
  socialPlatforms,
} from './setting-rules.ts';

const line = (fallback: string) => trimmed(limits.line).default(fallback);
const prose = (fallback: string) => text(limits.prose).default(fallback);
const link = trimmed(limits.url).refine((href) => href === '' || isLink(href), messages.link);
/** Of a picture only the alternative text is the admin's; everything else is read from the media that were uploaded. */
const uploadedPicture = picture.nullable().default(null);
/** Where to fetch the picture beside it, for clients that know only a URL; it follows the picture. */
const pictureUrl = trimmed(300)
  .refine((url) => url === '' || isMediaUrl(url), messages.mediaUrl)
  .default('');

export const general = z.strictObject({
  siteTitle: trimmed(limits.line).min(1, messages.siteTitle).default('Druse'),
  siteDescription: line('A gallery of fine minerals, crystals and gemstones, each specimen one of a kind.'),
  contactEmail: trimmed(limits.email).refine(isEmail, messages.email).default(DEFAULT_EMAIL),
  logoUrl: pictureUrl,
  logo: uploadedPicture,
  siteName: line(''),
  siteTagline: line('Gems and Minerals'),
  copyrightText: line(''),
  footerTagline: line('Made with love for mineral enthusiasts.'),
  timeZone: trimmed(60).refine(isTimeZone, messages.timeZone).default('America/New_York'),
});

export const hero = z.strictObject({
  title: line('Discover the Beauty of'),
  subtitle: line('Natural Wonders'),
  description: prose('Crystals, minerals and gemstones from classic localities, photographed with care and offered one at a time.'),
  backgroundUrl: pictureUrl,
  background: uploadedPicture,
  ctaText: line('Explore Gallery'),
  ctaUrl: link.default('#gallery'),
});

export const gallery = z.strictObject({
  title: line('Our Specimen Gallery'),
  description: prose('Every piece is photographed as it is, and most are one of a kind.'),
  itemsPerPage: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(DEFAULT_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  showFilters: z.boolean().default(true),
  showSearch: z.boolean().default(true),
});

const collectionCard = z.object({
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  specimenCount: z.int(),
  coverImage: picture,
  imageUrl: z.string(),
  url: z.string(),
  enabled: z.literal(true),
  specimens: z.array(z.object({ name: z.string(), image: picture, url: z.string() })),
});

/** The collections themselves are the admin's rows (`collections.ts`): cards that are sent with the setting are left out. */
export const featuredCollections = z.object({
  sectionTitle: line('Featured Collections'),
  sectionDescription: prose('Browse the cabinet by collection.'),
});

/** The same with the collections of the home page as cards, as it is read on its own. */
export const featuredWithCards = featuredCollections.extend({ collections: z.array(collectionCard) });

const labelled = z.preprocess(
  // Some clients say label and url for text and href.
  (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const { text: linkText, href, label, url, ...rest } = value as Record<string, unknown>;
    return { ...rest, text: linkText ?? label, href: href ?? url };
  },
  z.strictObject({ text: trimmed(limits.linkText), href: link, enabled: z.boolean().default(true) }),
);

export const footerLinks = z.strictObject({
  copyrightText: line(''),
  quickLinks: z.array(labelled).default([
    { text: 'Home', href: '/', enabled: true },
    { text: 'Gallery', href: '#gallery', enabled: true },
    { text: 'Collections', href: '#collections', enabled: true },
    { text: 'About Us', href: '#about', enabled: true },
  ]),
  categories: z.array(labelled).default([
    { text: 'Gemstones', href: '#gemstones', enabled: true },
    { text: 'Minerals', href: '#minerals', enabled: true },
    { text: 'Crystals', href: '#crystals', enabled: true },
    { text: 'Rare Specimens', href: '#rare-specimens', enabled: true },
  ]),
});

/** The email link may be a bare email address. */
const socialUrl = trimmed(limits.url).refine((url) => url === '' || isLink(url) || isEmail(url), messages.link);

const socialLink = z.strictObject({
  platform: z.enum(socialPlatforms),
  url: socialUrl.default(''),
  icon: trimmed(60).default(''),
  enabled: z.boolean().default(true),
});

export const socialLinks = z
  .array(socialLink)
  .default(socialPlatforms.map((platform) => ({ platform, url: '', icon: platform, enabled: false })));

export const about = z.strictObject({
  title: line(''),
  content: prose(''),
  imageUrl: pictureUrl,
  image: uploadedPicture,
});

export const sectionVisibility = z.strictObject({
  hero: z.boolean().default(true),
  gallery: z.boolean().default(true),
  collections: z.boolean().default(true),
  about: z.boolean().default(true),
  footer: z.boolean().default(true),
});

export const venmoSettings = z.strictObject({
  venmoUsername: trimmed(limits.venmoUsername).default(''),
  paymentInstructions: text(limits.venmoInstructions).default(DEFAULT_INSTRUCTIONS),
  enabled: z.boolean().default(false),
});

/** Texts of pages of their own, plain paragraphs; an empty one has no page. */
export const legal = z.strictObject({ shipping: prose(''), returns: prose(''), privacy: prose('') } satisfies Record<LegalPage, z.ZodType>);

/** How orders are dealt with. */
export const orders = z.strictObject({
  whenHoldEnds: z.enum(holdEndChoices).default('dead'),
  ...(Object.fromEntries(
    Object.entries<WholeNumber>(orderNumbers).map(([name, { fallback, max }]) => [name, z.int().min(0).max(max).default(fallback)]),
  ) as Record<keyof typeof orderNumbers, z.ZodDefault<z.ZodInt>>),
});

/** Where new versions of the shop's program are announced; empty: nobody asks. */
export const newVersions = z.strictObject({ announcedAt: trimmed(limits.url).default('') });

/** What shipping costs (`shipping.ts`). */
export const shippingRule = z.strictObject({
  charge: z.enum(shippingCharges).default(DEFAULT_SHIPPING.charge),
  flatAmount: trimmed(limits.amount).default(DEFAULT_SHIPPING.flatAmount),
  freeFrom: trimmed(limits.amount).default(DEFAULT_SHIPPING.freeFrom),
});

/** Up to how many millimetres of their longest side pieces belong to each class of size. */
const sizeLimit = (name: keyof SizeLimits) => z.number().min(1).max(MAX_SIZE_LIMIT).default(DEFAULT_SIZE_LIMITS[name]);
export const sizeClasses = z.strictObject({
  thumbnail: sizeLimit('thumbnail'),
  miniature: sizeLimit('miniature'),
  smallCabinet: sizeLimit('smallCabinet'),
  cabinet: sizeLimit('cabinet'),
});

/** The settings that every page is made with, in the order of the specification. */
const pageSettings = {
  general,
  hero,
  gallery,
  featured_collections: featuredCollections,
  footer_links: footerLinks,
  social_links: socialLinks,
  about,
  section_visibility: sectionVisibility,
  venmo_settings: venmoSettings,
  shipping_rule: shippingRule,
  size_classes: sizeClasses,
};

/** What only the admin reads; all others are public. */
const adminSettings = { orders, new_versions: newVersions, ...extraSettings };

/** Every setting by its key, as it is read. */
export const settingSchemas = { ...pageSettings, legal, ...adminSettings } as const;
export const pageSettingKeys = Object.keys(pageSettings) as (keyof typeof pageSettings)[];
export const privateSettings = Object.keys(adminSettings) as readonly SettingKey[];

/** What every page is made with; of the legal texts only which there are. */
export const settings = z.object({ ...pageSettings, legalPages: z.array(z.enum(legalPages)) });
/** The same, whether the home page has collections to show, and whether the shop sends email. */
export const pageSettingsResponse = settings.extend({ hasCollections: z.boolean(), sendsEmail: z.boolean() });

export type SettingKey = keyof typeof settingSchemas;
export type Setting<K extends SettingKey> = z.infer<(typeof settingSchemas)[K]>;
export type Settings = z.infer<typeof settings>;
export type PageSettings = z.infer<typeof pageSettingsResponse>;
export type CollectionCard = z.infer<typeof collectionCard>;
export type Legal = z.infer<typeof legal>;
export const settingKeys = Object.keys(settingSchemas) as SettingKey[];

// A setting without rules does not compile, nor one with the rules of another.
const rules: { [K in SettingKey]: (value: Setting<K>) => SettingErrors } = settingRules;

/** A setting as it is saved: its schema, and the rules that the form checks too. */
export function savedSetting<K extends SettingKey>(key: K): z.ZodType<Setting<K>> {
  const schema = settingSchemas[key] as unknown as z.ZodType<Setting<K>>;
  return schema.superRefine((value, ctx) => {
    for (const [path, message] of Object.entries(rules[key](value))) ctx.addIssue({ code: 'custom', path: path.split('.'), message });
  });
}
