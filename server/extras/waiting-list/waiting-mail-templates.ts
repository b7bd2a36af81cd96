/** The text of the mails about waiting lists. They contain nothing that the person who gave the address has typed. */

import { formatDate } from '#contract/dates.ts';
import { hoursText } from '#contract/extras/waiting-list/hours-text.ts';
import { JOIN_WAITING_LIST } from '#contract/extras/waiting-list/join-label.ts';
import { type EntryEnd, entryEndTable } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { MailPicture } from '#server/features/messages/mail/mail.service.ts';
import type { Block } from '#server/features/messages/mail/mail-body.ts';
import { hello, type Shop, say, type Template, thanks } from '#server/features/messages/mail/template.ts';

/** An entry in a waiting list as its mails tell of it. */
export type MailedEntry = {
  /** The specimen's. */
  title: string;
  /** Where it is confirmed, used and left. */
  path: string;
  /** What it costs, in the mail about an offer. */
  price: string | null;
  /** Where visitors see the piece. */
  picture: MailPicture | null;
  /** For how many hours an offer lasts. */
  hours: number;
  /** Until when it alone may buy, in the mail about an offer. */
  offeredUntil: string | null;
  /** Whether the offer was made before, and nobody could have seen it. */
  isRenewed: boolean;
  /** How it has ended. */
  endedAs: EntryEnd | null;
};

export const waitingMailTemplates = {
  waiting_question: (entry, shop) => ({
    subject: `Confirm: join the waiting list for ${entry.title}`,
    blocks: [
      hello,
      say(`Please confirm within 24 hours that you want to join the waiting list for ${entry.title}:`),
      pieceOf(entry),
      link(entry, shop, JOIN_WAITING_LIST),
      say(
        `If it becomes available and you’re first in line, we’ll email you. You’ll then have ${hoursText(entry.hours)} to buy it before anyone else can.`,
      ),
      say('Not you? Ignore this email and you won’t be added.'),
      thanks(shop),
    ],
  }),

  waiting_offer: (entry, shop) => ({
    subject: `${entry.title} is available, and it’s reserved for you`,
    blocks: [
      hello,
      ...(entry.isRenewed ? [say('Our last email may have reached you too late, so here’s a fresh offer.')] : []),
      say(
        `It’s your turn: only you can buy ${entry.title} until ${formatDate(entry.offeredUntil ?? '', shop.settings.general.timeZone)}. After that, it goes to the next person in line or back on sale.`,
      ),
      pieceOf(entry),
      link(entry, shop, 'Buy it'),
      say('Changed your mind? You can leave the waiting list on the same page.'),
      thanks(shop),
    ],
  }),

  waiting_ended: (entry, shop) => ({
    subject: entry.endedAs === 'passed' ? `Your turn for ${entry.title} is over` : `Waiting list update: ${entry.title}`,
    blocks: [
      hello,
      say(`You were on the waiting list for ${entry.title}. ${entry.endedAs === null ? '' : entryEndTable[entry.endedAs].text}`),
      pieceOf(entry),
      ...(entry.endedAs === 'passed'
        ? [say('Still interested? See the piece, and join the waiting list again with one click:'), link(entry, shop, 'See the piece')]
        : []),
      say('You’re off the list, and we won’t email you about this piece again. Questions? Just reply to this email.'),
      thanks(shop),
    ],
  }),
} satisfies Record<string, Template<MailedEntry>>;

const link = ({ path }: MailedEntry, shop: Shop, text: string): Block => ({ kind: 'link', text, href: `${shop.origin}${path}` });

/** Plain text has its price; its title stands in the sentence above. */
const pieceOf = ({ title, price, picture }: MailedEntry): Block => ({ kind: 'piece', piece: { title, price, picture }, text: price });
