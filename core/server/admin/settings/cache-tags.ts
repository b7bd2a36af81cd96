/**
 * A change invalidates responses made with that setting, with several, and what the table names.
 */
import { settingEntry, settingKeys } from '#core/contract/admin/setting-table.ts';
import { privateSettings, type SettingKey } from '#core/contract/admin/settings.ts';

export const SETTINGS = 'settings';
/** Tags specimens' own responses; settings with `invalidates: 'pieces'` invalidate them. */
export const PIECE_SETTINGS = 'settings of pieces';
export const settingTag = (key: SettingKey): string => `setting ${key}`;

const ofPieces: readonly string[] = settingKeys.filter(
  (key) => settingEntry(key).invalidates === 'pieces',
);

/** The tags that a changed row invalidates, by table. */
export const settingRows = {
  site_settings: (key: string) => [
    settingTag(key as SettingKey),
    // No response made with several settings shows one that only the admin reads.
    ...(privateSettings.includes(key as SettingKey) ? [] : [SETTINGS]),
    ...(ofPieces.includes(key) ? [PIECE_SETTINGS] : []),
  ],
};
