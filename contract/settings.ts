/** The settings, one schema a key. Every field has its default, so that parsing `{}` gives a complete setting. */
import { z } from 'zod';
import { emailPattern } from './checkout.ts';
import { picture } from './media.ts';
import { text, trimmed } from './text.ts';
import { DEFAULT_EMAIL, legalPages, socialPlatforms } from './words.ts';

const line = (fallback: string) => trimmed(300).default(fallback);
const prose = (fallback: string) => text(10_000).default(fallback);
/** http, https, mailto, or on our own site. */
const link = trimmed(2_000).refine(
  (href) => href === '' || /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href),
  'Please enter a web address, a mailto link or a path',
);
/** Pictures are uploaded: what is stored of one is read from the media that are there, and only its words are the owner's. */
const ownPicture = picture.nullable().default(null);
/** Where the picture beside it can be shown from, for clients that know only an address; follows the picture. */
const pictureAddress = trimmed(300)
  .refine((address) => address === '' || address.startsWith('/media/'), 'Pictures are uploaded, never linked')
  .default('');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const general = z.strictObject({
  siteTitle: trimmed(300).min(1, 'Please give the shop a name').default('Druse'),
  siteDescription: line('A gallery of fine minerals, crystals and gemstones, each specimen one of a kind.'),
  contactEmail: trimmed(254).regex(emailPattern, 'Please enter a valid email address').default(DEFAULT_EMAIL),
  logoUrl: pictureAddress,
  logo: ownPicture,
  siteName: line(''),
  siteTagline: line('Gems and Minerals'),
  copyrightText: line(''),
  footerTagline: line('Made with love for mineral enthusiasts.'),
  timeZone: trimmed(60).refine(isTimeZone, 'There is no such time zone').default('America/New_York'),
});

export const hero = z.strictObject({
  title: line('Discover the Beauty of'),
  subtitle: line('Natural Wonders'),
  description: prose('Crystals, minerals and gemstones from classic localities, photographed with care and offered one at a time.'),
  backgroundUrl: pictureAddress,
  background: ownPicture,
  ctaText: line('Explore Gallery'),
  ctaUrl: link.default('#gallery'),
});

export const gallery = z.strictObject({
  title: line('Our Specimen Gallery'),
  description: prose('Every piece is shown as it is, and there is only one of it.'),
  itemsPerPage: z.coerce.number().int().min(1).max(100).catch(12).default(12),
  showFilters: z.boolean().default(true),
  showSearch: z.boolean().default(true),
});

const collectionCard = z.strictObject({
  id: trimmed(60),
  title: trimmed(200),
  subtitle: trimmed(200).default(''),
  description: text(2_000).default(''),
  specimenCount: z.int().default(0),
  coverImage: picture.nullable().default(null),
  imageUrl: trimmed(2_000).default(''),
  url: link.default(''),
  enabled: z.boolean().default(true),
  specimens: z.array(z.strictObject({ name: trimmed(200), image: picture.nullable().default(null), url: link.default('') })).default([]),
});

export const featuredCollections = z.strictObject({
  sectionTitle: line('Featured Collections'),
  sectionDescription: prose('Three ways into the cabinet.'),
  collections: z.array(collectionCard).default([]),
});

const labelled = z.preprocess(
  // Older clients say text and href where the footer says label and url.
  (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const { text: words, href, label, url, ...rest } = value as Record<string, unknown>;
    return { ...rest, text: words ?? label, href: href ?? url };
  },
  z.strictObject({ text: trimmed(100), href: link, enabled: z.boolean().default(true) }),
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

/** The e-mail link may be a bare address. */
const socialUrl = z.union([link, trimmed(254).regex(emailPattern)]);

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
  imageUrl: pictureAddress,
  image: ownPicture,
});

export const sectionVisibility = z.strictObject({
  hero: z.boolean().default(true),
  gallery: z.boolean().default(true),
  collections: z.boolean().default(true),
  about: z.boolean().default(true),
  footer: z.boolean().default(true),
});

export const venmoSettings = z.strictObject({
  venmoUsername: trimmed(60).default(''),
  paymentInstructions: text(2_000).default('Please include your order number in the payment description.'),
  enabled: z.boolean().default(false),
});

/** Texts of pages of their own, plain paragraphs; an empty one has no page. */
export const legal = z.strictObject({ shipping: prose(''), returns: prose(''), privacy: prose('') });

/** Every setting by its key, in the order of the specification. */
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
};

/** The same, and the texts that only their own pages carry. */
export const settingSchemas = { ...pageSettings, legal } as const;

/** What every page is made with; of the texts only which there are. */
export const settings = z.object({ ...pageSettings, legalPages: z.array(z.enum(legalPages)) });

export type SettingKey = keyof typeof settingSchemas;
export type Setting<K extends SettingKey> = z.infer<(typeof settingSchemas)[K]>;
export type Settings = z.infer<typeof settings>;
export type Legal = z.infer<typeof legal>;
export const settingKeys = Object.keys(settingSchemas) as SettingKey[];
