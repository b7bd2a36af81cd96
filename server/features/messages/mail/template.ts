/** What all mails are made of. */
import type { Settings } from '#contract/admin/settings.ts';
import type { Block } from './mail-body.ts';

/** The shop that writes: its settings and its origin, `https://druse.example`. */
export type Shop = { settings: Pick<Settings, 'general' | 'venmo_settings'>; origin: string };

/** Writes a mail of one kind. */
export type Template<About> = (about: About, shop: Shop) => { subject: string; blocks: Block[] };

export const say = (text: string): Block => ({ kind: 'paragraph', text });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const rows = (...given: (readonly [string, string])[]): Block => ({ kind: 'rows', rows: given });
export const shopName = (shop: Shop): string => shop.settings.general.siteTitle;
export const farewell = (shop: Shop): Block => say(`${shopName(shop)}\n${shop.origin}`);
/** The same beneath a mail to a buyer or a visitor. */
export const thanks = (shop: Shop): Block => say(`Thanks,\n${shopName(shop)}\n${shop.origin}`);
