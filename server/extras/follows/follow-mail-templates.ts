/** The text of the email alerts. The first contains nothing that the person who gave the address has typed. */

import { specimenPath } from '#contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { CONFIRM_ALERTS, ONE_EMAIL_A_DAY } from '#contract/extras/follows/follow-rules.ts';
import { posterOf } from '#contract/media/media-urls.ts';
import { formatDollars, parsePrice } from '#contract/money.ts';
import type { Block } from '#server/features/messages/mail/mail-body.ts';
import { hello, type Shop, say, shopName, type Template, thanks } from '#server/features/messages/mail/template.ts';

/** A followed list as its mails tell of it. */
export type MailedFollow = {
  /** What the list is called; null in the first mail where the name has words that a visitor typed: a stranger could write to anybody with them. */
  name: string | null;
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
  const facts = [...(cents === null ? [] : [formatDollars(cents)]), ...(status === 'pending' ? ['on hold'] : [])].join(', ');
  const href = `${shop.origin}${specimenPath(piece)}`;
  return {
    kind: 'piece',
    piece: { title, price: facts === '' ? null : facts, picture: posterOf(main), href },
    text: `${[title, facts].filter((part) => part !== '').join(', ')}:\n${href}`,
  };
}

const link = (shop: Shop, text: string, path: string): Block => ({ kind: 'link', text, href: `${shop.origin}${path}` });
