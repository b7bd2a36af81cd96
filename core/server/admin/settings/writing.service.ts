import { fieldsOf } from '#core/contract/admin/setting-table.ts';
import { type Setting, type SettingKey, savedSetting } from '#core/contract/admin/settings.ts';
import type { Picture } from '#core/contract/media/media.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { showWide } from '#core/server/media/files/media.service.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { refuseStale, versionOf } from '#platform/http/if-match.ts';
import { invalidInput } from '#platform/http/validation.ts';
import { withUploadedPictures } from './setting-pictures.ts';
import { deleteSetting, upsertSetting } from './settings.queries.ts';
import { readSetting } from './settings.service.ts';

/** Called in the act that saves the setting. It refuses the change by throwing. */
export type OnSettingChange<K extends SettingKey> = (
  act: Act,
  before: Setting<K>,
  after: Setting<K>,
) => Promise<void>;

/**
 * Saves a whole setting as the admin.
 * @param value checked by `savedSetting`, which fills in defaults.
 * @param ifMatch the version that the editor began with; undefined: any.
 * @returns the setting as it is read from now on.
 * @throws Problem invalid_input; changed_meanwhile; what `onChange` throws.
 */
export const writeSetting = <K extends SettingKey>(
  ctx: Context,
  key: K,
  value: unknown,
  { ifMatch, onChange }: { ifMatch?: string | undefined; onChange?: OnSettingChange<K> } = {},
): Promise<Setting<K>> =>
  perform(ctx, 'owner', async (act) => {
    await lockNames(act.tx, act.dialect, [`setting ${key}`]);
    const before = await readSetting(act, key);
    refuseStale(ifMatch, versionOf(before));
    const after = await storeSetting(act, key, value);
    await onChange?.(act, before, after);
    return readSetting(act, key);
  });

/** @throws Problem invalid_input. */
export async function storeSetting<K extends SettingKey>(
  act: Act,
  key: K,
  value: unknown,
): Promise<Setting<K>> {
  const { success, data, error } = savedSetting(key).safeParse(value);
  if (!success) throw invalidInput(error.issues);
  const complete = (await withUploadedPictures(act.tx, data, act.now)) as Setting<K>;
  await upsertSetting(act.tx, key, complete, act.now);
  await showWidePictures(act, key, complete);
  await act.record({ kind: 'setting_changed', data: { key } });
  return complete;
}

/** Resets it to its defaults, as in a new shop. */
export async function forgetSetting(act: Act, key: SettingKey): Promise<void> {
  await deleteSetting(act.tx, key);
  await act.record({ kind: 'setting_changed', data: { key } });
}

/** A picture that fills the window needs more widths than others. */
async function showWidePictures<K extends SettingKey>(
  act: Act,
  key: K,
  setting: Setting<K>,
): Promise<void> {
  for (const [name, field] of fieldsOf(key)) {
    if (field.kind !== 'picture' || !field.isWide) continue;
    const picture = setting[name as keyof Setting<K>] as Picture | null;
    if (picture) await showWide(act.tx, picture.id, act.now);
  }
}
