import { z } from 'zod';
import { type Setting, type SettingKey, type Settings, settingKeys, settingSchemas } from '#contract/settings.ts';
import { legalPages } from '#contract/words.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { invalidInput } from '#server/platform/http/validation.ts';
import { withCurrentPictures, withOwnPictures } from './setting-pictures.ts';
import { selectSettings, upsertSetting } from './settings.queries.ts';

type Stored = { [K in SettingKey]: Setting<K> };

/** What every page is made with, complete: what is missing or no longer fits has its default. */
export async function readSettings(ctx: Context): Promise<Settings> {
  const { legal, ...settings } = await readAll(ctx.db);
  return { ...settings, legalPages: legalPages.filter((page) => legal[page].trim() !== '') };
}

/** One setting, complete. */
export const readSetting = <K extends SettingKey>(ctx: Context, key: K): Promise<Setting<K>> => readSettingIn(ctx.db, key);

/** The same with the caller's handle. */
export async function readSettingIn<K extends SettingKey>(db: Db | Tx, key: K): Promise<Setting<K>> {
  return (await readAll(db))[key];
}

async function readAll(db: Db | Tx): Promise<Stored> {
  const stored = await withCurrentPictures(db, await selectSettings(db));
  const entries = settingKeys.map((key) => [key, tolerantly(settingSchemas[key], stored.get(key))]);
  return Object.fromEntries(entries) as Stored;
}

/**
 * Stores a setting as a whole.
 * @param value what the setting's schema takes; defaults are filled in.
 * @returns the setting as it is read from now on. @throws Problem invalid_input.
 */
export async function writeSetting<K extends SettingKey>(ctx: Context, key: K, value: unknown): Promise<Setting<K>> {
  const stored = await inTransaction(ctx.db, (tx) => storeSetting(tx, key, value, { now: instantOf(ctx.clock), actor: 'owner' }));
  ctx.invalidateCache({ kind: 'settings', keys: [key] });
  return stored;
}

/** The same inside a transaction of the caller, who calls `invalidateCache` after it. */
export async function storeSetting<K extends SettingKey>(
  tx: Tx,
  key: K,
  value: unknown,
  { now, actor }: { now: string; actor: 'owner' | 'system' },
): Promise<Setting<K>> {
  const { success, data, error } = settingSchemas[key].safeParse(value);
  if (!success) throw invalidInput(error.issues);
  const complete = await withOwnPictures(tx, data, now);
  await upsertSetting(tx, key, complete, now);
  await addEvents(tx, [{ at: now, actor, kind: 'setting_changed', data: { key } }]);
  return complete as Setting<K>;
}

/** Whether the setting was ever stored; what was not has its defaults. */
export async function isSettingStored(tx: Tx, key: SettingKey): Promise<boolean> {
  return (await selectSettings(tx)).has(key);
}

/** Reads a stored value that may be older than its schema: field by field if it must be, and unwrapped from `{ value: … }`. */
function tolerantly(schema: z.ZodType, stored: unknown): unknown {
  const value = unwrapped(stored);
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return defaults(schema);
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const read = field.safeParse((value as Record<string, unknown>)[name]);
    return [name, read.success ? read.data : field.parse(undefined)];
  });
  return Object.fromEntries(fields);
}

const defaults = (schema: z.ZodType) => schema.parse(schema instanceof z.ZodObject ? {} : undefined);

function unwrapped(stored: unknown): unknown {
  const isWrapped = typeof stored === 'object' && stored !== null && 'value' in stored && Object.keys(stored).length <= 2;
  return isWrapped ? stored.value : (stored ?? undefined);
}
