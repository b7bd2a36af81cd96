/** What all mails are made of. */
import type { Settings } from '#contract/admin/settings.ts';
import type { Context } from '#server/context.ts';
import type { Block } from './mail-body.ts';

/** The shop that writes: its settings and its origin, `https://druse.example`. */
export type Shop = { settings: Pick<Settings, 'general' | 'venmo_settings'>; origin: string };

/** Where the shop is, as its mails say it. */
export const originOf = ({ config: { publicUrl, port } }: Pick<Context, 'config'>): string => publicUrl ?? `http://localhost:${port}`;

/** Writes a mail of one kind. */
export type Template<About> = (about: About, shop: Shop) => { subject: string; blocks: Block[] };

export const hello: Block = { kind: 'greeting', text: 'Hello,' };
export const say = (text: string): Block => ({ kind: 'paragraph', text });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const rows = (...given: (readonly [string, string])[]): Block => ({ kind: 'rows', rows: given });
export const shopName = (shop: Shop): string => shop.settings.general.siteTitle;
export const farewell = (shop: Shop): Block => ({ kind: 'closing', text: shopName(shop), href: shop.origin });
/** The same beneath a mail to a buyer or a visitor. */
export const thanks = (shop: Shop): Block => ({ kind: 'closing', text: `Thanks,\n${shopName(shop)}`, href: shop.origin });
