/** The text of the mails about inquiries. */
import { formatDate } from '#contract/dates.ts';
import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import { rows, say, type Template, thanks } from './template.ts';

/** An inquiry as its mails tell of it. */
export type MailedInquiry = {
  id: number;
  /** What it is about: a specimen's title, or "Order #12". */
  title: string;
  /** Where it is shown: to everybody, or to the admin. */
  path: string;
  name: string;
  email: string;
  question: string;
  askedAt: string;
  /** Empty in the admin's mail. */
  answer: string;
};

export const inquiryMailTemplates: Record<MailKindAbout<'inquiry'>, Template<MailedInquiry>> = {
  inquiry: ({ id, title, path, name, email, question }, shop) => ({
    subject: `Question about ${title}`,
    blocks: [
      say(`Someone asked about ${title}:`),
      say(question),
      rows(['Name', name], ['Email', email]),
      { kind: 'link', text: 'View it', href: `${shop.origin}${path}` },
      { kind: 'link', text: 'Answer in the inbox', href: `${shop.origin}/inbox?question=${id}#question-${id}` },
      say('Reply to answer. We haven’t verified this address.'),
    ],
  }),

  inquiry_answer: ({ title, question, askedAt, answer }, shop) => ({
    subject: `Your question about ${title}`,
    blocks: [
      say(answer),
      say(`On ${formatDate(askedAt, shop.settings.general.timeZone)} you asked about ${title}:`),
      say(question.replace(/^/gm, '> ')),
      thanks(shop),
    ],
  }),
};
