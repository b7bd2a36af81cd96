/** The text of the mails about inquiries. */
import { formatDate } from '#contract/dates.ts';
import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import type { MailPicture } from './mail-picture.ts';
import { rows, say, type Template, thanks } from './template.ts';

/** An inquiry as its mails tell of it. */
export type MailedInquiry = {
  id: number;
  /** What it is about: a specimen's title, or "Order #12". */
  title: string;
  /** Where it is shown: to everybody, or to the admin. */
  path: string;
  /** Of the specimen, where visitors see it. */
  picture: MailPicture | null;
  name: string;
  email: string;
  question: string;
  askedAt: string;
  /** Empty in the admin's mail. */
  answer: string;
};

export const inquiryMailTemplates: Record<MailKindAbout<'inquiry'>, Template<MailedInquiry>> = {
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
      { kind: 'link', text: 'Answer in the inbox', href: `${shop.origin}/inbox?question=${id}#question-${id}` },
      say('Reply to answer. We haven’t verified this address.'),
    ],
  }),

  inquiry_answer: ({ title, picture, question, askedAt, answer }, shop) => ({
    subject: `Your question about ${title}`,
    blocks: [
      { kind: 'words', text: answer },
      say(`On ${formatDate(askedAt, shop.settings.general.timeZone)} you asked about ${title}:`),
      { kind: 'quote', text: question },
      ...(picture === null ? [] : [{ kind: 'piece', piece: { title, price: null, picture }, text: null } as const]),
      thanks(shop),
    ],
  }),
};
