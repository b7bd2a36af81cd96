/** The cache tags of the settings, and which of them a change invalidates. */
import type { SettingKey } from '#contract/admin/settings.ts';

/** The tag of responses made from all settings. */
export const SETTINGS = 'settings';
export const settingTag = (key: SettingKey): string => `setting ${key}`;

export const changedSettings = (keys: readonly SettingKey[]): string[] => [...keys.map(settingTag), SETTINGS];

/** The tags that a changed row invalidates, by table. */
export const settingRows = { site_settings: (key: string) => changedSettings([key as SettingKey]) };
