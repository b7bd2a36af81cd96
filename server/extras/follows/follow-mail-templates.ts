/** The text of the email alerts. The first contains nothing that the person who gave the address has typed. */

import { specimenPath } from '#contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { formatDollars, parsePrice } from '#contract/money.ts';
import type { Block } from '#server/features/messages/mail/mail-body.ts';
import { farewell, type Shop, say, shopName, type Template } from '#server/features/messages/mail/template.ts';

/** A followed list as its mails tell of it. */
export type MailedFollow = {
  /** What the list is called. */
  name: string;
  /** The path of the list in the gallery. */
  list: string;
  /** Where it is confirmed and ended. */
  path: string;
  /** What is new, and how many more. */
  pieces: Specimen[];
  more: number;
};

export const followMailTemplates = {
  follow_question: (follow, shop) => ({
    subject: `Do you want to hear of new pieces from ${shopName(shop)}?`,
    blocks: [
      // Without what was searched for: a stranger could write to anybody with it.
      say(
        'Somebody, probably you, has given this address to be told of new pieces in a list of our gallery. Please confirm it within a day:',
      ),
      link(shop, 'Yes, write to me', follow.path),
      say('You get at most one mail a day, and only where something new fits. The same page ends it with one click.'),
      say('If it was not you, you need not do anything. Nobody is told, and the address is forgotten.'),
      farewell(shop),
    ],
  }),

  follow_news: (follow, shop) => ({
    subject:
      follow.pieces.length + follow.more === 1
        ? `New: ${follow.pieces[0]?.title}`
        : `${follow.pieces.length + follow.more} new pieces: ${follow.name}`,
    blocks: [
      say(`You follow ${follow.name}. This is new:`),
      ...follow.pieces.map((piece) => link(shop, titleOf(piece), specimenPath(piece))),
      ...(follow.more > 0 ? [say(`And ${follow.more} more.`)] : []),
      link(shop, 'The whole list', follow.list),
      link(shop, 'No more mails about it', follow.path),
      farewell(shop),
    ],
  }),
} satisfies Record<string, Template<MailedFollow>>;

function titleOf({ title, forSale, price, status }: Specimen): string {
  const cents = forSale ? parsePrice(price) : null;
  return [title, cents === null ? '' : formatDollars(cents), status === 'pending' ? 'pending' : '']
    .filter((part) => part !== '')
    .join(', ');
}

const link = (shop: Shop, text: string, path: string): Block => ({ kind: 'link', text, href: `${shop.origin}${path}` });
