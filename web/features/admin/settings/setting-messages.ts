/** The messages about loading and saving a setting. */
import type { SettingKey } from '#contract/admin/settings.ts';

const labels: Record<SettingKey, string> = {
  general: 'general',
  hero: 'hero section',
  gallery: 'gallery',
  featured_collections: 'featured collections',
  footer_links: 'footer links',
  social_links: 'social links',
  about: 'about section',
  section_visibility: 'section visibility',
  venmo_settings: 'venmo',
  shipping_rule: 'shipping',
  size_classes: 'size class',
  legal: 'shop texts',
  orders: 'order',
  payment_statement: 'payment statement',
  paper: 'paper',
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const savedMessage = (key: SettingKey) => `${capitalised(labels[key])} settings have been saved successfully.`;
export const saveFailedMessage = (key: SettingKey) => `There was an error updating ${labels[key]} settings. Please try again.`;

type Messages = Partial<Record<SettingKey, string>>;

/** As the specification has them; the others are alike. */
const loadFailed: Messages = {
  section_visibility: 'Failed to load visibility settings. Please try refreshing the page.',
  venmo_settings: 'Error loading venmo settings. Please refresh and try again.',
};
const fetchFailed: Messages = { venmo_settings: 'Failed to fetch venmo settings' };

/** Message of the error that the call throws. */
export const fetchFailedMessage = (key: SettingKey) => fetchFailed[key] ?? `Failed to fetch ${labels[key]} settings`;

export const loadFailedMessage = (key: SettingKey) =>
  loadFailed[key] ?? `Error loading ${labels[key]} settings. Please refresh and try again.`;
