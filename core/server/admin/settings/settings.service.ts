import { z } from 'zod';
import {
  type PageSettingKey,
  pageSettingKeys,
  type Setting,
  type SettingKey,
  type Settings,
  type ShopSettings,
  settingKeys,
  settingSchemas,
} from '#core/contract/admin/settings.ts';
import { writtenPages } from '#core/contract/storefront/legal.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { withCurrentPictures } from './setting-pictures.ts';
import { selectSettings } from './settings.queries.ts';

type AllSettings = Omit<ShopSettings, 'legalPages'>;

/** A field that is missing, or no longer fits its schema, has its default. */
export async function readSettings(ctx: { db: Db | Tx }): Promise<Settings> {
  const { legalPages, ...all } = await readShopSettings(ctx);
  const onPages = Object.fromEntries(pageSettingKeys.map((key) => [key, all[key]])) as Pick<
    AllSettings,
    PageSettingKey
  >;
  return { ...onPages, legalPages };
}

/** Includes private settings. */
export async function readShopSettings({ db }: { db: Db | Tx }): Promise<ShopSettings> {
  const all = await readAll(db);
  return { ...all, legalPages: writtenPages(all.legal) };
}

/** Fills in the defaults. */
export async function readSetting<K extends SettingKey>(
  { db }: { db: Db | Tx },
  key: K,
): Promise<Setting<K>> {
  const all: { [Key in SettingKey]: Setting<Key> } = await readAll(db);
  return all[key];
}

async function readAll(db: Db | Tx): Promise<AllSettings> {
  const stored = await withCurrentPictures(db, await selectSettings(db));
  const entries = settingKeys.map((key) => [
    key,
    readTolerantly(settingSchemas[key], stored.get(key)),
  ]);
  return Object.fromEntries(entries) as AllSettings;
}

/** False while it has only its defaults. */
export async function isSettingStored(db: Db | Tx, key: SettingKey): Promise<boolean> {
  return (await selectSettings(db)).has(key);
}

/**
 * Reads a value of an older schema: field by field if it no longer fits as a whole, unwrapped from
 * `{ value: … }`.
 */
function readTolerantly(schema: z.ZodType, stored: unknown): unknown {
  const value = unwrap(stored);
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return defaultsOf(schema);
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const parsed = field.safeParse((value as Record<string, unknown>)[name]);
    return [name, parsed.success ? parsed.data : field.parse(undefined)];
  });
  return Object.fromEntries(fields);
}

const defaultsOf = (schema: z.ZodType) =>
  schema.parse(schema instanceof z.ZodObject ? {} : undefined);

function unwrap(stored: unknown): unknown {
  const isWrapped =
    typeof stored === 'object' &&
    stored !== null &&
    'value' in stored &&
    Object.keys(stored).length <= 2;
  return isWrapped ? stored.value : (stored ?? undefined);
}
