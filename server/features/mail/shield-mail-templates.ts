/** The text of the mail that tells of the shield. */
import type { MailKindAbout } from '#contract/mail-statuses.ts';
import { say, signature, type Template } from './template.ts';

/** How many pieces strangers hold, of how many for sale. */
export type ShieldNotice = { pieces: number; forSale: number };

export const shieldMailTemplates: Record<MailKindAbout<'shield'>, Template<ShieldNotice>> = {
  shield_raised: ({ pieces, forSale }, shop) => ({
    subject: `New buyers hold ${pieces} of your ${forSale} pieces`,
    blocks: [
      say(
        `Orders from unconfirmed email addresses are holding ${pieces} of your ${forSale} pieces for sale. This may just be a busy day, or someone may be tying up your stock.`,
      ),
      say(
        'For now, these orders get short holds, and there’s a limit on what they can hold together. Buyers you know aren’t affected, and it ends by itself.',
      ),
      { kind: 'link', text: 'Review these orders', href: `${shop.origin}/orders?filter=pending` },
      signature(shop),
    ],
  }),
};
