import { z } from 'zod';
import {
  pageSettingKeys,
  type Setting,
  type SettingKey,
  type Settings,
  savedSetting,
  settingKeys,
  settingSchemas,
} from '#contract/admin/settings.ts';
import { writtenPages } from '#contract/storefront/legal.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { changedSettings } from '#server/features/admin/settings/cache-tags.ts';
import { showWide } from '#server/features/media/files/media.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseStale, versionOf } from '#server/platform/http/if-match.ts';
import { invalidInput } from '#server/platform/http/validation.ts';
import { withCurrentPictures, withUploadedPictures } from './setting-pictures.ts';
import { deleteSetting, selectSettings, upsertSetting } from './settings.queries.ts';

export type OnSettingChange<K extends SettingKey> = (tx: Tx, before: Setting<K>, after: Setting<K>) => Promise<void>;

type AllSettings = { [K in SettingKey]: Setting<K> };

/** The settings that every page is rendered with. A field that is missing, or no longer fits its schema, has its default. */
export async function readSettings(ctx: { db: Db | Tx }): Promise<Settings> {
  const all = await readAll(ctx.db);
  const onPages = Object.fromEntries(pageSettingKeys.map((key) => [key, all[key]])) as Pick<AllSettings, (typeof pageSettingKeys)[number]>;
  return { ...onPages, legalPages: writtenPages(all.legal) };
}

/** One setting, with its defaults filled in. */
export const readSetting = <K extends SettingKey>(ctx: Context, key: K): Promise<Setting<K>> => readSettingIn(ctx.db, key);

/** The same through the caller's handle. */
export async function readSettingIn<K extends SettingKey>(db: Db | Tx, key: K): Promise<Setting<K>> {
  return (await readAll(db))[key];
}

async function readAll(db: Db | Tx): Promise<AllSettings> {
  const stored = await withCurrentPictures(db, await selectSettings(db));
  const entries = settingKeys.map((key) => [key, readTolerantly(settingSchemas[key], stored.get(key))]);
  return Object.fromEntries(entries) as AllSettings;
}

/**
 * Saves a whole setting as the admin and invalidates the cached responses that show it.
 * @param value checked by `savedSetting`; defaults are filled in.
 * @param ifMatch the version that the editor began with; any where there is none.
 * @param onChange called in the transaction of the change, which it may refuse.
 * @returns the setting as it is read from now on. @throws Problem invalid_input; changed_meanwhile; what `onChange` throws.
 */
export async function writeSetting<K extends SettingKey>(
  ctx: Context,
  key: K,
  value: unknown,
  { ifMatch, onChange }: { ifMatch?: string | undefined; onChange?: OnSettingChange<K> } = {},
): Promise<Setting<K>> {
  const stored = await inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [`setting ${key}`]);
    const before = await readSettingIn(tx, key);
    refuseStale(ifMatch, versionOf(before));
    const after = await storeSetting(tx, key, value, { now: instantOf(ctx.clock), actor: 'owner' });
    await onChange?.(tx, before, after);
    return readSettingIn(tx, key);
  });
  ctx.invalidateCache(changedSettings([key]));
  return stored;
}

/** The same inside the caller's transaction; the caller invalidates the cache after the commit. @throws Problem invalid_input. */
export async function storeSetting<K extends SettingKey>(
  tx: Tx,
  key: K,
  value: unknown,
  { now, actor }: { now: string; actor: 'owner' | 'system' },
): Promise<Setting<K>> {
  const { success, data, error } = savedSetting(key).safeParse(value);
  if (!success) throw invalidInput(error.issues);
  const complete = await withUploadedPictures(tx, data, now);
  await upsertSetting(tx, key, complete, now);
  if (key === 'hero') await showHero(tx, complete as Setting<'hero'>, now);
  await addEvents(tx, [{ at: now, actor, kind: 'setting_changed', data: { key } }]);
  return complete as Setting<K>;
}

/** Leaves a setting at its defaults, as if nobody had ever stored it; the caller invalidates the cache after the commit. */
export async function forgetSetting(tx: Tx, key: SettingKey, now: string): Promise<void> {
  await deleteSetting(tx, key);
  await addEvents(tx, [{ at: now, actor: 'system', kind: 'setting_changed', data: { key } }]);
}

/** Nothing else is shown as wide as the window. */
async function showHero(tx: Tx, { background }: Setting<'hero'>, now: string): Promise<void> {
  if (background) await showWide(tx, background.id, now);
}

/** Whether the setting was ever stored, rather than left at its defaults. */
export async function isSettingStored(db: Db | Tx, key: SettingKey): Promise<boolean> {
  return (await selectSettings(db)).has(key);
}

/** Reads a value that may have been stored under an older schema: field by field where it no longer fits as a whole, unwrapped from `{ value: … }`. */
function readTolerantly(schema: z.ZodType, stored: unknown): unknown {
  const value = unwrap(stored);
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return defaultsOf(schema);
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const parsed = field.safeParse((value as Record<string, unknown>)[name]);
    return [name, parsed.success ? parsed.data : field.parse(undefined)];
  });
  return Object.fromEntries(fields);
}

const defaultsOf = (schema: z.ZodType) => schema.parse(schema instanceof z.ZodObject ? {} : undefined);

function unwrap(stored: unknown): unknown {
  const isWrapped = typeof stored === 'object' && stored !== null && 'value' in stored && Object.keys(stored).length <= 2;
  return isWrapped ? stored.value : (stored ?? undefined);
}
