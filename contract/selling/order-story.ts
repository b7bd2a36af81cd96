/** An order's whole story in time, told alike by its page and by `npm run order`. Free of schemas, so pages may import it. */

import { isMailToAdmin } from '#contract/messages/mail-statuses.ts';
import type { Mail } from '#contract/messages/mails.ts';
import type { OrderDetail, OrderEvent } from './orders.ts';

/** What has happened: the order's events, what became of its emails, and when the buyer's address was confirmed. */
export function storyOf({ history, mails, emailProvedAt }: Pick<OrderDetail, 'history' | 'mails' | 'emailProvedAt'>): OrderEvent[] {
  const proof = emailProvedAt === null ? [] : [shop(emailProvedAt, 'The buyer’s email address counts as confirmed from here on.')];
  return inTime([...history, ...proof, ...mails.flatMap(pastOf)]);
}

/** What the schedule will do next if nobody does anything. */
export function aheadOf({ mails, heldUntil, remindsAt }: Pick<OrderDetail, 'mails' | 'heldUntil' | 'remindsAt'>): OrderEvent[] {
  return inTime([
    ...(heldUntil !== null && remindsAt !== null ? [shop(remindsAt, 'The buyer is reminded to pay.')] : []),
    ...(heldUntil !== null ? [shop(heldUntil, 'The hold ends.')] : []),
    ...mails.filter(({ status }) => status === 'waiting').map((mail) => shop(mail.dueAt, `${named(mail)} is sent.`)),
  ]);
}

/** Sorting keeps the sequence of what happened at the same instant. */
export const inTime = (events: OrderEvent[]) => events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
const shop = (at: string, text: string): OrderEvent => ({ at, actor: 'system', text });

const named = ({ subject, kind }: Mail) => `The email “${subject}” to ${isMailToAdmin(kind) ? 'you' : 'the buyer'}`;
/** As “at the first attempt”. */
export const attemptsText = (attempts: number) => (attempts === 1 ? 'at the first attempt' : `after ${attempts} attempts`);
/** Answers name the recipient, whom a story that is handed on must not. */
const answerText = ({ lastError }: Mail) =>
  lastError === null ? '' : ` The mail server’s answer: ${lastError.replace(/(?<!\S)\S+@\S+/g, '…')}`;

/** Of several failed attempts the row knows the last, and how many there were. */
function pastOf(mail: Mail): OrderEvent[] {
  const { status, attempts, queuedAt, triedAt, sentAt } = mail;
  const last = triedAt ?? queuedAt;
  const queued = shop(queuedAt, `${named(mail)} was ${status === 'kept' ? 'written, but not sent: there was no mail server' : 'queued'}.`);
  if (status === 'sent') return [queued, shop(sentAt ?? last, `${named(mail)} was sent ${attemptsText(attempts)}.`)];
  if (status === 'failed') return [queued, shop(last, `${named(mail)} could not be sent ${attemptsText(attempts)}.${answerText(mail)}`)];
  if (status === 'uncertain') return [queued, shop(last, `${named(mail)} may have been sent.${answerText(mail)}`)];
  if (status === 'waiting' && attempts > 0)
    return [
      queued,
      shop(last, `${named(mail)} has failed ${attempts === 1 ? 'once' : `${attempts} times`} and will be tried again.${answerText(mail)}`),
    ];
  return [queued];
}
