/** Cache tags of the settings, and which of them a change invalidates. */
import type { SettingKey } from '#contract/settings.ts';

/** Every setting. */
export const SETTINGS = 'settings';
export const settingTag = (key: SettingKey): string => `setting ${key}`;

export const changedSettings = (keys: readonly SettingKey[]): string[] => [...keys.map(settingTag), SETTINGS];

/** What a changed row invalidates, by its table. */
export const settingRows = { site_settings: (key: string) => changedSettings([key as SettingKey]) };
