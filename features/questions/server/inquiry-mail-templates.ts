import { formatDate } from '#core/contract/dates.ts';
import type { MailPicture } from '#core/server/messages/mail/mail.service.ts';
import { rows, say, type Template, thanks } from '#core/server/messages/mail/template.ts';

export type MailedInquiry = {
  id: number;
  title: string;
  path: string;
  /** Null where visitors do not see the specimen. */
  picture: MailPicture | null;
  name: string;
  email: string;
  question: string;
  askedAt: string;
  /** Empty in the admin's mail. */
  answer: string;
};

export const inquiryMailTemplates = {
  inquiry: ({ id, title, path, picture, name, email, question }, shop) => ({
    subject: `Question about ${title}`,
    blocks: [
      say(`Someone asked about ${title}:`),
      say(question),
      rows(['Name', name], ['Email', email]),
      {
        kind: 'piece',
        piece: { title, price: null, picture, href: `${shop.origin}${path}` },
        text: `View it:\n${shop.origin}${path}`,
      },
      {
        kind: 'link',
        text: 'Answer in the inbox',
        href: `${shop.origin}/inbox?question=${id}#question-${id}`,
      },
      say('Reply to answer. We haven’t verified this address.'),
    ],
  }),

  inquiry_answer: ({ title, picture, question, askedAt, answer }, shop) => ({
    subject: `Your question about ${title}`,
    blocks: [
      { kind: 'words', text: answer },
      say(`On ${formatDate(askedAt, shop.settings.general.timeZone)} you asked about ${title}:`),
      { kind: 'quote', text: question },
      ...(picture === null
        ? []
        : [{ kind: 'piece', piece: { title, price: null, picture }, text: null } as const]),
      thanks(shop),
    ],
  }),
} satisfies Record<string, Template<MailedInquiry>>;
