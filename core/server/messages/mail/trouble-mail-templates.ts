import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { hasPage } from '#core/contract/storefront/pages.ts';
import { farewell, say, shopName, type Template } from './template.ts';

export type TroubleNotice = { sentence: string; wayOut: string };

export const troubleMailTemplates: Record<MailKindAbout<'trouble'>, Template<TroubleNotice>> = {
  trouble_began: ({ sentence, wayOut }, shop) => ({
    subject: `${shopName(shop)}: ${sentence}`,
    blocks: [
      say(`${sentence}.`),
      say(wayOut),
      say('We’ll email you once more when it’s over.'),
      ...(hasPage('today')
        ? [{ kind: 'link' as const, text: 'Open Today', href: `${shop.origin}/today` }]
        : []),
      farewell(shop),
    ],
  }),
  trouble_over: ({ sentence }, shop) => ({
    subject: `Over: ${sentence}`,
    blocks: [say(`This is over: ${sentence}.`), say('There’s nothing left to do.'), farewell(shop)],
  }),
};
