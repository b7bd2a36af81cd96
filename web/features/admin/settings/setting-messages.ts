/** The messages about loading and saving a setting. */
import type { SettingKey } from '#contract/admin/settings.ts';

/** What settings are called where that is not their key. */
const labels: Partial<Record<SettingKey, string>> = {
  hero: 'hero section',
  about: 'about section',
  venmo_settings: 'venmo',
  shipping_rule: 'shipping',
  size_classes: 'size class',
  legal: 'shop texts',
  orders: 'order',
  new_versions: 'new version',
};

const labelOf = (key: SettingKey) => labels[key] ?? key.replaceAll('_', ' ');

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const savedMessage = (key: SettingKey) => `${capitalised(labelOf(key))} settings have been saved successfully.`;
export const saveFailedMessage = (key: SettingKey) => `There was an error updating ${labelOf(key)} settings. Please try again.`;

type Messages = Partial<Record<SettingKey, string>>;

/** As the specification has them; the others are alike. */
const loadFailed: Messages = {
  section_visibility: 'Failed to load visibility settings. Please try refreshing the page.',
  venmo_settings: 'Error loading venmo settings. Please refresh and try again.',
};
const fetchFailed: Messages = { venmo_settings: 'Failed to fetch venmo settings' };

/** Message of the error that the call throws. */
export const fetchFailedMessage = (key: SettingKey) => fetchFailed[key] ?? `Failed to fetch ${labelOf(key)} settings`;

export const loadFailedMessage = (key: SettingKey) =>
  loadFailed[key] ?? `Error loading ${labelOf(key)} settings. Please refresh and try again.`;
