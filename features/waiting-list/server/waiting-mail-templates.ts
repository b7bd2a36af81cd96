/** Mails contain nothing that the person who gave the address has typed. */

import { formatDeadline } from '#core/contract/dates.ts';
import type { MailPicture } from '#core/server/messages/mail/mail.service.ts';
import type { Block } from '#core/server/messages/mail/mail-body.ts';
import {
  hello,
  type Shop,
  say,
  type Template,
  thanks,
} from '#core/server/messages/mail/template.ts';
import { hoursText } from '#features/waiting-list/contract/hours-text.ts';
import { JOIN_WAITING_LIST } from '#features/waiting-list/contract/join-label.ts';
import { type EntryEnd, entryEndTable } from '#features/waiting-list/contract/waiting-rules.ts';

export type MailedEntry = {
  title: string;
  path: string;
  /** Only in the mail about an offer. */
  price: string | null;
  picture: MailPicture | null;
  hours: number;
  /** Only in the mail about an offer. */
  offeredUntil: string | null;
  /** The offer was made before, and nobody could have seen it. */
  isRenewed: boolean;
  endedAs: EntryEnd | null;
};

export const waitingMailTemplates = {
  waiting_question: (entry, shop) => ({
    subject: `Confirm: join the waiting list for ${entry.title}`,
    blocks: [
      hello,
      say(
        `Please confirm within 24 hours that you want to join the waiting list for ${entry.title}:`,
      ),
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
      ...(entry.isRenewed
        ? [say('Our last email may have reached you too late, so here’s a fresh offer.')]
        : []),
      say(
        `It’s your turn: only you can buy ${entry.title} until ${formatDeadline(entry.offeredUntil ?? '', shop.settings.general.timeZone)}. After that, it goes to the next person in line or back on sale.`,
      ),
      pieceOf(entry),
      link(entry, shop, 'Buy it'),
      say('Changed your mind? You can leave the waiting list on the same page.'),
      thanks(shop),
    ],
  }),

  waiting_ended: (entry, shop) => ({
    subject:
      entry.endedAs === 'passed'
        ? `Your turn for ${entry.title} is over`
        : `Waiting list update: ${entry.title}`,
    blocks: [
      hello,
      say(
        `You were on the waiting list for ${entry.title}. ${entry.endedAs === null ? '' : entryEndTable[entry.endedAs].text}`,
      ),
      pieceOf(entry),
      ...(entry.endedAs === 'passed'
        ? [
            say('Still interested? See the piece, and join the waiting list again with one click:'),
            link(entry, shop, 'See the piece'),
          ]
        : []),
      say(
        'You’re off the list, and we won’t email you about this piece again. Questions? Just reply to this email.',
      ),
      thanks(shop),
    ],
  }),
} satisfies Record<string, Template<MailedEntry>>;

const link = ({ path }: MailedEntry, shop: Shop, text: string): Block => ({
  kind: 'link',
  text,
  href: `${shop.origin}${path}`,
});

/** Plain text has its price; its title stands in the sentence above. */
const pieceOf = ({ title, price, picture }: MailedEntry): Block => ({
  kind: 'piece',
  piece: { title, price, picture },
  text: price,
});
