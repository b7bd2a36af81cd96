/** The first mail contains nothing that the person who gave the address has typed. */

import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { formatDollars, parsePrice } from '#core/contract/money.ts';
import type { Block } from '#core/server/messages/mail/mail-body.ts';
import {
  hello,
  type Shop,
  say,
  shopName,
  type Template,
  thanks,
} from '#core/server/messages/mail/template.ts';
import { CONFIRM_ALERTS, ONE_EMAIL_A_DAY } from '#features/follows/contract/follow-rules.ts';

export type MailedFollow = {
  /**
   * Null in the first mail where a visitor typed the name: a stranger could write to anybody so.
   */
  name: string | null;
  list: string;
  path: string;
  pieces: Specimen[];
  more: number;
};

export const followMailTemplates = {
  follow_question: (follow, shop) => ({
    subject: `Confirm: email me new pieces (${shopName(shop)})`,
    blocks: [
      hello,
      say(
        follow.name === null
          ? 'Please confirm within 24 hours that you want email alerts for new pieces in our gallery:'
          : `Please confirm within 24 hours that you want email alerts for: ${follow.name}`,
      ),
      link(shop, CONFIRM_ALERTS, follow.path),
      say(ONE_EMAIL_A_DAY),
      say('Not you? Ignore this email and we’ll delete your address.'),
      thanks(shop),
    ],
  }),

  follow_news: (follow, shop) => ({
    subject:
      follow.pieces.length + follow.more === 1
        ? `New: ${follow.pieces[0]?.title}`
        : `${follow.pieces.length + follow.more} new pieces: ${follow.name}`,
    blocks: [
      hello,
      say(`New in ${follow.name}:`),
      ...follow.pieces.map((piece) => pieceOf(shop, piece)),
      ...(follow.more > 0 ? [say(`And ${follow.more} more.`)] : []),
      link(shop, 'See the whole list', follow.list),
      say('Questions about a piece? Just reply to this email.'),
      link(shop, 'Unsubscribe', follow.path),
      thanks(shop),
    ],
  }),
} satisfies Record<string, Template<MailedFollow>>;

function pieceOf(shop: Shop, piece: Specimen): Block {
  const { title, forSale, price, status, main } = piece;
  const cents = forSale ? parsePrice(price) : null;
  const facts = [
    ...(cents === null ? [] : [formatDollars(cents)]),
    ...(status === 'pending' ? ['on hold'] : []),
  ].join(', ');
  const href = `${shop.origin}${specimenPath(piece)}`;
  return {
    kind: 'piece',
    piece: { title, price: facts === '' ? null : facts, picture: posterOf(main), href },
    text: `${[title, facts].filter((part) => part !== '').join(', ')}:\n${href}`,
  };
}

const link = (shop: Shop, text: string, path: string): Block => ({
  kind: 'link',
  text,
  href: `${shop.origin}${path}`,
});
