/** The nine settings, one schema a key. Every field has its default, so that parsing `{}` gives a complete setting. */
import { z } from 'zod';
import { emailPattern } from './checkout.ts';
import { picture } from './media.ts';
import { text, trimmed } from './text.ts';
import { socialPlatforms } from './words.ts';

const line = (fallback: string) => trimmed(300).default(fallback);
const prose = (fallback: string) => text(10_000).default(fallback);
/** http, https, mailto, or on our own site. */
const link = trimmed(2_000).refine(
  (href) => href === '' || /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href),
  'Please enter a web address, a mailto link or a path',
);
const ownPicture = picture.nullable().default(null);

export const general = z.strictObject({
  siteTitle: line('Druse'),
  siteDescription: line('A gallery of fine minerals, crystals and gemstones, each specimen one of a kind.'),
  contactEmail: line('hello@druse.example'),
  logoUrl: line(''),
  siteName: line(''),
  siteTagline: line('Gems and Minerals'),
  copyrightText: line(''),
  footerTagline: line('Made with love for mineral enthusiasts.'),
  timeZone: line('America/New_York'),
});

export const hero = z.strictObject({
  title: line('Discover the Beauty of'),
  subtitle: line('Natural Wonders'),
  description: prose('Crystals, minerals and gemstones from classic localities, photographed with care and offered one at a time.'),
  backgroundUrl: line(''),
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
  imageUrl: line(''),
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

/** Every setting by its key, in the order of the specification. */
export const settingSchemas = {
  general,
  hero,
  gallery,
  featured_collections: featuredCollections,
  footer_links: footerLinks,
  social_links: socialLinks,
  about,
  section_visibility: sectionVisibility,
  venmo_settings: venmoSettings,
} as const;

export const settings = z.object(settingSchemas);

export type SettingKey = keyof typeof settingSchemas;
export type Settings = z.infer<typeof settings>;
export const settingKeys = Object.keys(settingSchemas) as SettingKey[];
