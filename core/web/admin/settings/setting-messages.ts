/** The wording is the specification's. */
import { settingEntry } from '#core/contract/admin/setting-table.ts';
import type { SettingKey } from '#core/contract/admin/settings.ts';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const savedMessage = (key: SettingKey) =>
  `${capitalised(settingEntry(key).name)} settings have been saved successfully.`;
export const saveFailedMessage = (key: SettingKey) =>
  `There was an error updating ${settingEntry(key).name} settings. Please try again.`;

export const fetchFailedMessage = (key: SettingKey) =>
  `Failed to fetch ${settingEntry(key).name} settings`;

export const loadFailedMessage = (key: SettingKey) => {
  const { name, loadFailed } = settingEntry(key);
  return loadFailed ?? `Error loading ${name} settings. Please refresh and try again.`;
};
