/** The text of the mails about waiting lists. They contain nothing that the person who gave the address has typed. */
import { formatDate } from '#contract/dates.ts';
import { type EntryEnd, entryEndTable } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { Block } from '#server/features/messages/mail/mail-body.ts';
import { farewell, type Shop, say, type Template } from '#server/features/messages/mail/template.ts';

/** An entry in a waiting list as its mails tell of it. */
export type MailedEntry = {
  /** The specimen's. */
  title: string;
  /** Where it is confirmed, used and left. */
  path: string;
  /** Until when it alone may buy, in the mail about an offer. */
  offeredUntil: string | null;
  /** Whether the offer was made before, and nobody could have seen it. */
  isRenewed: boolean;
  /** How it has ended. */
  endedAs: EntryEnd | null;
};

export const waitingMailTemplates = {
  waiting_question: (entry, shop) => ({
    subject: `Do you want to wait for ${entry.title}?`,
    blocks: [
      say(`Somebody, probably you, has given this address to wait for ${entry.title}. Please confirm it within a day:`),
      link(entry, shop, 'Yes, put me in line'),
      say('If it becomes free, and you are the first in line, we write to you: for a while nobody else can buy it then.'),
      say('If it was not you, you need not do anything. You are not in line, and nobody is told.'),
      farewell(shop),
    ],
  }),

  waiting_offer: (entry, shop) => ({
    subject: `${entry.title} is free: it is reserved for you`,
    blocks: [
      ...(entry.isRenewed ? [say('You could not have seen our last mail in time, or could not have used it, so here it is again.')] : []),
      say(
        `You wait for ${entry.title}, and it is your turn: until ${formatDate(entry.offeredUntil ?? '', shop.settings.general.timeZone)} nobody but you can buy it. After that it goes to the next in line.`,
      ),
      link(entry, shop, 'Buy it'),
      say('You do not want it any more? The same page lets you leave with one click, and the next in line will be glad.'),
      farewell(shop),
    ],
  }),

  waiting_ended: (entry, shop) => ({
    subject: `You need not wait for ${entry.title} any more`,
    blocks: [
      say(`You have waited for ${entry.title}. ${entry.endedAs === null ? '' : entryEndTable[entry.endedAs].text}`),
      say('Your place in line has ended, and we will not write to you about it again.'),
      farewell(shop),
    ],
  }),
} satisfies Record<string, Template<MailedEntry>>;

const link = ({ path }: MailedEntry, shop: Shop, text: string): Block => ({ kind: 'link', text, href: `${shop.origin}${path}` });
