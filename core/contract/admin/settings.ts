/** Every field has a default, so that parsing `{}` gives a complete setting. */
import { z } from 'zod';
import { picture } from '#core/contract/media/media.ts';
import { legalPages } from '#core/contract/storefront/legal.ts';
import { text, trimmed } from '#core/contract/text.ts';
import {
  isEmail,
  isLink,
  isMediaUrl,
  isTimeZone,
  settingLimits as limits,
  settingMessages as messages,
  socialPlatforms,
} from './setting-checks.ts';
import {
  type FieldKind,
  type FieldOf,
  maxOf,
  type SettingField,
  type TextField,
  type ValueOf,
} from './setting-kinds.ts';
import { settingRules } from './setting-rules.ts';
import {
  type FieldsOf,
  fieldsOf,
  type SettingKey,
  type SettingTable,
  settingEntry,
  settingKeys,
} from './setting-table.ts';

export type { SettingKey };
export { settingKeys };

const line = (field: TextField) => trimmed(maxOf(field));

const fieldSchemas: {
  [K in Exclude<FieldKind, 'own'>]: (field: FieldOf<K>) => z.ZodType;
} = {
  line: (field) =>
    field.required === undefined ? line(field) : line(field).min(1, field.required),
  text: (field) => text(maxOf(field)),
  email: (field) => line(field).refine(isEmail, messages.email),
  link: (field) => line(field).refine((href) => href === '' || isLink(href), messages.link),
  webAddress: line,
  amount: line,
  handle: line,
  timeZone: (field) => line(field).refine(isTimeZone, messages.timeZone),
  whole: ({ min, max, initial, takesAnything }) =>
    takesAnything
      ? z.coerce.number().int().min(min).max(max).catch(initial)
      : z.int().min(min).max(max),
  number: ({ min, max }) => z.number().min(min).max(max),
  switch: () => z.boolean(),
  choice: ({ options }) => z.enum(Object.keys(options)),
  // Only the alt text is the admin's; the uploaded media give the rest.
  picture: () => picture.nullable(),
};

/** Follows the picture, for clients that know only a URL. */
const pictureUrl = trimmed(300)
  .refine((url) => url === '' || isMediaUrl(url), messages.mediaUrl)
  .default('');

const link = trimmed(limits.link).refine((href) => href === '' || isLink(href), messages.link);

const labelled = z.preprocess(
  // Some clients say label and url for text and href.
  (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const { text: linkText, href, label, url, ...rest } = value as Record<string, unknown>;
    return { ...rest, text: linkText ?? label, href: href ?? url };
  },
  z.strictObject({
    text: trimmed(limits.linkText),
    href: link,
    enabled: z.boolean().default(true),
  }),
);

const ownFields = {
  footer_links: {
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
  },
};

const socialLink = z.strictObject({
  platform: z.enum(socialPlatforms),
  // The email link may be a bare email address.
  url: trimmed(limits.link)
    .refine((url) => url === '' || isLink(url) || isEmail(url), messages.link)
    .default(''),
  icon: trimmed(60).default(''),
  enabled: z.boolean().default(true),
});

const lists = {
  social_links: z
    .array(socialLink)
    .default(
      socialPlatforms.map((platform) => ({ platform, url: '', icon: platform, enabled: false })),
    ),
};

type OwnFields<K> = K extends keyof typeof ownFields ? (typeof ownFields)[K] : unknown;
type Shape<K, Fields> = {
  [Name in keyof Fields as Name extends keyof OwnFields<K> ? never : Name]: z.ZodDefault<
    z.ZodType<Fields[Name] extends SettingField ? ValueOf<Fields[Name]> : never>
  >;
} & {
  [Name in keyof Fields & string as Fields[Name] extends { kind: 'picture' }
    ? `${Name}Url`
    : never]: z.ZodDefault<z.ZodType<string>>;
} & OwnFields<K>;
type Simple<T> = { [Name in keyof T]: Extract<T[Name], z.ZodType> };
type Schema<K extends SettingKey> = K extends keyof typeof lists
  ? (typeof lists)[K]
  : z.ZodObject<Simple<Shape<K, FieldsOf<K>>>>;

function schemaOf(key: SettingKey): z.ZodType {
  const { fields, ignoresUnknown } = settingEntry(key);
  if (fields === null) return lists[key as keyof typeof lists];
  const own = (ownFields as Partial<Record<SettingKey, Record<string, z.ZodType>>>)[key];
  const shape = Object.fromEntries(
    fieldsOf(key).flatMap(([name, field]): [string, z.ZodType][] => {
      if (field.kind === 'own') return [[name, own?.[name] as z.ZodType]];
      const schema = fieldSchemas[field.kind](field as never);
      const initial = 'initial' in field ? field.initial : null;
      const withDefault: [string, z.ZodType] = [name, schema.default(initial)];
      return field.kind === 'picture' ? [[`${name}Url`, pictureUrl], withDefault] : [withDefault];
    }),
  );
  return ignoresUnknown ? z.object(shape) : z.strictObject(shape);
}

type ReadBy<Reader> = {
  [K in SettingKey]: SettingTable[K]['readBy'] extends Reader ? K : never;
}[SettingKey];
export type PageSettingKey = ReadBy<'pages'>;

/** For reading; `savedSetting` is for saving. */
export const settingSchemas = Object.fromEntries(
  settingKeys.map((key) => [key, schemaOf(key)]),
) as { readonly [K in SettingKey]: Schema<K> };

const readBy = <Reader extends string>(reader: Reader) =>
  settingKeys.filter((key): key is ReadBy<Reader> => settingEntry(key).readBy === reader);
export const pageSettingKeys = readBy('pages');
/** All others are public. */
export const privateSettings: readonly SettingKey[] = readBy('admin');

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

export const featuredWithCards = settingSchemas.featured_collections.extend({
  collections: z.array(collectionCard),
});

/** Names the legal texts, without their content. */
const pageSettings = z.object({
  ...(Object.fromEntries(pageSettingKeys.map((key) => [key, settingSchemas[key]])) as {
    [K in PageSettingKey]: Schema<K>;
  }),
  legalPages: z.array(z.enum(legalPages)),
});
export const pageSettingsResponse = pageSettings.extend({
  hasCollections: z.boolean(),
  sendsEmail: z.boolean(),
});

export type Setting<K extends SettingKey> = z.output<Schema<K>>;
export type Settings = z.infer<typeof pageSettings>;
/** Includes private settings. */
export type ShopSettings = { [K in SettingKey]: Setting<K> } & Pick<Settings, 'legalPages'>;
export type PageSettings = z.infer<typeof pageSettingsResponse>;
export type CollectionCard = z.infer<typeof collectionCard>;
export type Legal = Setting<'legal'>;

/** Adds the rules that the form checks too. */
export function savedSetting<K extends SettingKey>(key: K): z.ZodType<Setting<K>, Setting<K>> {
  const schema = settingSchemas[key] as unknown as z.ZodType<Setting<K>, Setting<K>>;
  const rule = settingRules[key] as (value: Setting<K>) => Record<string, string>;
  return schema.superRefine((value, ctx) => {
    for (const [path, message] of Object.entries(rule(value)))
      ctx.addIssue({ code: 'custom', path: path.split('.'), message });
  });
}
