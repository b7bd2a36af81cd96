import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { farewell, say, type Template } from './template.ts';

export type ShieldNotice = { pieces: number; forSale: number };

export const shieldMailTemplates: Record<MailKindAbout<'shield'>, Template<ShieldNotice>> = {
  shield_raised: ({ pieces, forSale }, shop) => ({
    subject: `New buyers hold ${pieces} of your ${forSale} pieces`,
    blocks: [
      say(
        `Unconfirmed buyers hold ${pieces} of your ${forSale} pieces for sale. This may just be a busy day, or someone may be tying up your stock.`,
      ),
      say(
        'For now, their new orders are held only briefly until they confirm their email. Known buyers aren’t affected, and this ends by itself.',
      ),
      {
        kind: 'link',
        text: 'See where they come from, or cancel them',
        href: `${shop.origin}/orders?filter=pending`,
      },
      farewell(shop),
    ],
  }),
};
