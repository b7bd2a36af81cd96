/**
 * Every setting and its fields. Schemas, rules, panels, messages, calls and the changes that ask
 * for the password follow from it. Free of schemas, so pages may import it.
 * Why: `docs/decisions/0078-settings-table.md`.
 */
import {
  areLimits,
  DEFAULT_SIZE_LIMITS,
  MAX_SIZE_LIMIT,
  type SizeLimits,
} from '#core/contract/catalogue/size-classes.ts';
import { DEFAULT_HOLD_HOURS, holdEndTable, MAX_HOLD_HOURS } from '#core/contract/selling/holds.ts';
import { DEFAULT_INSTRUCTIONS } from '#core/contract/selling/payment-instructions.ts';
import { DEFAULT_SHIPPING, shippingChargeTable } from '#core/contract/selling/shipping-charges.ts';
import type { LegalPage } from '#core/contract/storefront/legal.ts';
import * as featureOrderNumbers from '#features/order-numbers.ts';
import * as featureSettings from '#features/settings.ts';
import {
  DEFAULT_EMAIL,
  failed,
  isEmail,
  isLink,
  MAX_PAGE_SIZE,
  settingMessages as messages,
  type SettingErrors,
  type SocialPlatform,
} from './setting-checks.ts';
import type { FieldOf, SettingEntry, SettingField } from './setting-kinds.ts';

type FooterLink = { text: string; href: string };

const checkLinks = (name: string, links: readonly FooterLink[] = []): SettingErrors =>
  failed(
    links.flatMap(({ text, href }, index): [string, boolean, string][] => [
      [`${name}.${index}.text`, text.trim() !== '', messages.linkText],
      [`${name}.${index}.href`, isLink(href.trim()), messages.link],
    ]),
  );

const isSocialUrl = (platform: SocialPlatform, url: string): boolean =>
  platform === 'email' ? /^mailto:/i.test(url) || isEmail(url) : /^https?:\/\//i.test(url);

const sizeLimit = (name: keyof SizeLimits, label: string) =>
  ({
    kind: 'number',
    label,
    initial: DEFAULT_SIZE_LIMITS[name],
    min: 1,
    max: MAX_SIZE_LIMIT,
  }) satisfies FieldOf<'number'>;

const fieldsOfFeatures = featureOrderNumbers satisfies Record<
  keyof typeof featureOrderNumbers,
  SettingField
>;

export const settingTable = {
  general: {
    name: 'general',
    readBy: 'pages',
    // The time zone.
    invalidates: 'pieces',
    fields: {
      siteTitle: {
        kind: 'line',
        label: 'Site Title',
        initial: 'Druse',
        required: 'Please give the shop a name',
      },
      siteDescription: {
        kind: 'line',
        label: 'Site Description',
        hint: 'Shown under the name in the footer and in search results.',
        initial: 'A gallery of fine minerals, crystals and gemstones, each specimen one of a kind.',
        isTall: true,
      },
      siteTagline: {
        kind: 'line',
        label: 'Site Tagline',
        hint: 'Shown next to the name in the browser tab.',
        initial: 'Gems and Minerals',
      },
      contactEmail: {
        kind: 'email',
        label: 'Contact Email',
        hint: 'Where buyers email you, and where the shop emails you. If you change it, we tell the old address.',
        initial: DEFAULT_EMAIL,
        required: messages.email,
        redirects: 'contact_email_changed',
      },
      logo: {
        kind: 'picture',
        label: 'Logo',
        hint: 'Square, 120 px or wider. Blank uses the Druse crystal.',
        isDecoration: true,
      },
      timeZone: {
        kind: 'timeZone',
        label: 'Time Zone',
        hint: 'Used for every date in the shop.',
        initial: 'America/New_York',
      },
      siteName: {
        kind: 'line',
        label: 'Site Name',
        hint: 'Shown in the footer, if different from the title.',
        initial: '',
      },
      copyrightText: {
        kind: 'line',
        label: 'Copyright Text',
        hint: 'Used when the Footer tab has none. Leave blank for the year and title.',
        initial: '',
      },
      footerTagline: {
        kind: 'line',
        label: 'Footer Tagline',
        initial: 'Made with love for mineral enthusiasts.',
      },
    },
  },
  hero: {
    name: 'hero section',
    readBy: 'pages',
    fields: {
      title: { kind: 'line', label: 'Title', initial: 'Discover the Beauty of' },
      subtitle: {
        kind: 'line',
        label: 'Subtitle',
        hint: 'Second line, in the accent color.',
        initial: 'Natural Wonders',
      },
      description: {
        kind: 'text',
        label: 'Description',
        initial:
          'Crystals, minerals and gemstones from classic localities, photographed with care and offered one at a time.',
      },
      background: {
        kind: 'picture',
        label: 'Background',
        hint: 'A wide, dark photo, 2400 px or wider. The text is on its left.',
        isDecoration: true,
        isWide: true,
      },
      ctaText: { kind: 'line', label: 'Button Text', initial: 'Explore Gallery' },
      ctaUrl: {
        kind: 'link',
        label: 'Button Link',
        hint: '#gallery, a path such as /specimen/12, or a web address.',
        initial: '#gallery',
      },
    },
  },
  gallery: {
    name: 'gallery',
    readBy: 'pages',
    fields: {
      title: { kind: 'line', label: 'Title', initial: 'Our Specimen Gallery' },
      description: {
        kind: 'text',
        label: 'Description',
        initial: 'Every piece is photographed as it is, and most are one of a kind.',
      },
      itemsPerPage: {
        kind: 'whole',
        label: 'Specimens per Page',
        initial: 12,
        min: 1,
        max: MAX_PAGE_SIZE,
        takesAnything: true,
      },
      showFilters: { kind: 'switch', label: 'Show filters', initial: true },
      showSearch: {
        kind: 'switch',
        label: 'Show search',
        hint: 'In the header of every page.',
        initial: true,
      },
    },
  },
  /**
   * Cards sent with the setting are left out: the collections are their own rows
   * (`collections.ts`).
   */
  featured_collections: {
    name: 'featured collections',
    readBy: 'pages',
    ignoresUnknown: true,
    fields: {
      sectionTitle: { kind: 'line', label: 'Section Title', initial: 'Featured Collections' },
      sectionDescription: {
        kind: 'text',
        label: 'Section Description',
        initial: 'Browse the cabinet by collection.',
      },
    },
  },
  footer_links: {
    name: 'footer links',
    readBy: 'pages',
    fields: {
      copyrightText: {
        kind: 'line',
        label: 'Copyright Text',
        hint: 'Leave blank for the year and site title.',
        initial: '',
      },
      quickLinks: {
        kind: 'own',
        label: 'Quick Links',
        hint: 'Links to sections that are hidden are left out. A link is #gallery, a path such as /checkout, or a web address.',
      },
      categories: {
        kind: 'own',
        label: 'Categories',
        hint: 'Shown with the collections. #minerals, #crystals, #gemstones, #fossils and #meteorites filter the gallery; #rare-specimens searches for “rare”.',
      },
    },
    rule: (links: Partial<Record<'quickLinks' | 'categories', readonly FooterLink[]>>) => ({
      ...checkLinks('quickLinks', links.quickLinks),
      ...checkLinks('categories', links.categories),
    }),
  },
  social_links: {
    name: 'social links',
    readBy: 'pages',
    fields: null,
    rule: (links: readonly { platform: SocialPlatform; url: string }[]) =>
      failed(
        links.map(({ platform, url }, index) => [
          `${index}.url`,
          url.trim() === '' || isSocialUrl(platform, url.trim()),
          platform === 'email' ? messages.email : messages.socialUrl,
        ]),
      ),
    // The link to the shop's email address in the footer.
    redirects: (links: readonly { platform: SocialPlatform; url: string }[]) =>
      links.filter(({ platform }) => platform === 'email').map(({ url }) => url),
  },
  about: {
    name: 'about section',
    readBy: 'pages',
    fields: {
      title: {
        kind: 'line',
        label: 'Title',
        hint: 'Leave blank for “About The” and the site title.',
        initial: '',
      },
      content: {
        kind: 'text',
        label: 'Content',
        hint: 'Blank lines separate paragraphs.',
        rows: 8,
        initial: '',
      },
      image: { kind: 'picture', label: 'Photo', hint: 'You, your shop or your cabinet.' },
    },
  },
  section_visibility: {
    name: 'section visibility',
    readBy: 'pages',
    // Whether facts lead to the gallery.
    invalidates: 'pieces',
    loadFailed: 'Failed to load visibility settings. Please try refreshing the page.',
    fields: {
      hero: {
        kind: 'switch',
        label: 'Hero',
        hint: 'The large dark opening of the home page.',
        initial: true,
      },
      gallery: {
        kind: 'switch',
        label: 'Gallery',
        hint: 'The specimens, with search and filters.',
        initial: true,
      },
      collections: {
        kind: 'switch',
        label: 'Collections',
        hint: 'Featured collections, once one has a piece to show, and the footer’s categories.',
        initial: true,
      },
      about: { kind: 'switch', label: 'About', hint: 'Who you are.', initial: true },
      footer: {
        kind: 'switch',
        label: 'Footer',
        hint: 'Links and copyright at the bottom of every page.',
        initial: true,
      },
    },
  },
  venmo_settings: {
    name: 'venmo',
    readBy: 'pages',
    fields: {
      venmoUsername: {
        kind: 'handle',
        label: 'Venmo Username',
        initial: '',
        required: 'Venmo username is required',
        when: { enabled: true },
        redirects: 'venmo_handle_changed',
      },
      paymentInstructions: {
        kind: 'text',
        label: 'Payment Instructions',
        hint: 'Shown at checkout and with every unpaid order.',
        rows: 4,
        max: 2_000,
        initial: DEFAULT_INSTRUCTIONS,
        required: 'Payment instructions are required',
        when: { enabled: true },
        redirects: 'payment_instructions_changed',
      },
      enabled: {
        kind: 'switch',
        label: 'Take payments by Venmo',
        hint: 'When off, orders still come in and buyers are asked to email you.',
        initial: false,
      },
    },
  },
  shipping_rule: {
    name: 'shipping',
    readBy: 'pages',
    fields: {
      charge: {
        kind: 'choice',
        label: 'Shipping charge for a cart',
        options: shippingChargeTable,
        initial: DEFAULT_SHIPPING.charge,
      },
      flatAmount: {
        kind: 'amount',
        label: 'Shipping per order',
        hint: 'Replaces the pieces’ own shipping.',
        initial: DEFAULT_SHIPPING.flatAmount,
        when: { charge: 'flat' },
      },
      freeFrom: {
        kind: 'amount',
        label: 'Free shipping at',
        hint: 'Leave blank for no free shipping.',
        initial: DEFAULT_SHIPPING.freeFrom,
        mayBeBlank: true,
      },
    },
  },
  size_classes: {
    name: 'size class',
    readBy: 'pages',
    // What a piece’s size is called.
    invalidates: 'pieces',
    fields: {
      thumbnail: sizeLimit('thumbnail', 'Thumbnail up to (mm)'),
      miniature: sizeLimit('miniature', 'Miniature up to (mm)'),
      smallCabinet: sizeLimit('smallCabinet', 'Small cabinet up to (mm)'),
      cabinet: sizeLimit('cabinet', 'Cabinet up to (mm)'),
    },
    rule: (limits: SizeLimits) =>
      failed([
        [
          'cabinet',
          areLimits(limits),
          `Each limit must be higher than the one before, up to ${MAX_SIZE_LIMIT} mm`,
        ],
      ]),
  },
  /** Plain paragraphs; an empty text has no page. */
  legal: {
    name: 'shop texts',
    readBy: 'all',
    fields: {
      shipping: {
        kind: 'text',
        label: 'Shipping',
        hint: 'How, when and where you ship, and what it costs.',
        rows: 6,
        initial: '',
      },
      returns: {
        kind: 'text',
        label: 'Returns',
        hint: 'Return window, condition, and who pays return shipping.',
        rows: 6,
        initial: '',
      },
      privacy: {
        kind: 'text',
        label: 'Privacy',
        hint: 'What buyer data you keep, why, and for how long.',
        rows: 6,
        initial: '',
      },
    } satisfies Record<LegalPage, SettingField>,
  },
  orders: {
    name: 'order',
    readBy: 'admin',
    // Whether pieces on hold have waiting lists.
    invalidates: 'pieces',
    about: 'how long orders and offers last',
    fields: {
      holdHours: {
        kind: 'whole',
        part: 'unpaid',
        label: 'Hold time (hours)',
        hint: 'Starts when the order is placed. 0 = no time limit. Existing holds don’t change.',
        initial: DEFAULT_HOLD_HOURS,
        min: 0,
        max: MAX_HOLD_HOURS,
      },
      whenHoldEnds: {
        kind: 'choice',
        part: 'unpaid',
        label: 'When a hold ends without a payment',
        hint: 'Active means the buyer opened the email’s link, came back to the order page, or went to pay. After “I have sent it”, an order always waits for you.',
        options: holdEndTable,
        initial: 'dead',
      },
      /** 0: never. */
      anonymiseAfterMonths: {
        kind: 'whole',
        part: 'old',
        label: 'Erase buyers’ personal data',
        hint: 'Counted from the order date. Names, addresses, notes, questions and emails are erased; items and amounts stay.',
        initial: 0,
        min: 0,
        max: 240,
      },
      ...fieldsOfFeatures,
    },
  },
  ...featureSettings,
} as const satisfies Record<string, SettingEntry>;

export type SettingTable = typeof settingTable;
export type SettingKey = keyof SettingTable;
export type FieldsOf<K extends SettingKey> = SettingTable[K]['fields'];

export const settingKeys = Object.keys(settingTable) as SettingKey[];

export const settingEntry = (key: SettingKey): SettingEntry => settingTable[key];

/** In panel order. */
export const fieldsOf = (key: SettingKey): [name: string, field: SettingField][] =>
  Object.entries<SettingField>(settingEntry(key).fields ?? {});
