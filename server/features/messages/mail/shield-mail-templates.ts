/** The text of the mail that tells of the shield. */
import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import { farewell, say, type Template } from './template.ts';

/** How many pieces strangers hold, of how many for sale. */
export type ShieldNotice = { pieces: number; forSale: number };

export const shieldMailTemplates: Record<MailKindAbout<'shield'>, Template<ShieldNotice>> = {
  shield_raised: ({ pieces, forSale }, shop) => ({
    subject: `New buyers hold ${pieces} of your ${forSale} pieces`,
    blocks: [
      say(
        `Orders from email addresses that nobody has confirmed hold ${pieces} of the ${forSale} pieces for sale. Perhaps it is a good day; perhaps somebody plays with your shop.`,
      ),
      say(
        'Until it is over, such orders are held for a short while only, until the link in their mail is opened, and there is a limit to what they hold together. Buyers you know are not affected. It ends by itself.',
      ),
      { kind: 'link', text: 'See where they come from, and release them', href: `${shop.origin}/orders?filter=pending` },
      farewell(shop),
    ],
  }),
};
