import type { Settings } from '#core/contract/admin/settings.ts';
import type { Context } from '#core/server/context.ts';
import type { Block } from './mail-body.ts';

/** `origin`: such as `https://druse.example`. */
export type Shop = { settings: Pick<Settings, 'general' | 'venmo_settings'>; origin: string };

export const originOf = ({ config: { publicUrl, port } }: Pick<Context, 'config'>): string =>
  publicUrl ?? `http://localhost:${port}`;

export type Template<About> = (about: About, shop: Shop) => { subject: string; blocks: Block[] };

export const hello: Block = { kind: 'greeting', text: 'Hello,' };
export const say = (text: string): Block => ({ kind: 'paragraph', text });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const rows = (...given: (readonly [string, string])[]): Block => ({
  kind: 'rows',
  rows: given,
});
export const shopName = (shop: Shop): string => shop.settings.general.siteTitle;
export const farewell = (shop: Shop): Block => ({
  kind: 'closing',
  text: shopName(shop),
  href: shop.origin,
});
export const thanks = (shop: Shop): Block => ({
  kind: 'closing',
  text: `Thanks,\n${shopName(shop)}`,
  href: shop.origin,
});
