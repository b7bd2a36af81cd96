/** Also for `npm run order`. Pages import this: keep schemas out. */

import { isMailToAdmin } from '#core/contract/messages/mail-statuses.ts';
import type { Mail } from '#core/contract/messages/mails.ts';
import type { OrderDetail, OrderEvent } from './orders.ts';

export function storyOf({
  history,
  mails,
  emailProvedAt,
}: Pick<OrderDetail, 'history' | 'mails' | 'emailProvedAt'>): OrderEvent[] {
  const proof =
    emailProvedAt === null
      ? []
      : [shop(emailProvedAt, 'The buyer’s email address counts as confirmed from here on.')];
  return inTime([...history, ...proof, ...mails.flatMap(pastOf)]);
}

/** Assumes that no one acts. */
export function aheadOf({
  mails,
  heldUntil,
  remindsAt,
}: Pick<OrderDetail, 'mails' | 'heldUntil' | 'remindsAt'>): OrderEvent[] {
  return inTime([
    ...(heldUntil !== null && remindsAt !== null
      ? [shop(remindsAt, 'The buyer is reminded to pay.')]
      : []),
    ...(heldUntil !== null ? [shop(heldUntil, 'The hold ends.')] : []),
    ...mails
      .filter(({ status }) => status === 'waiting')
      .map((mail) => shop(mail.dueAt, `${named(mail)} is sent.`)),
  ]);
}

/** A stable sort keeps the sequence within an instant. */
export const inTime = (events: OrderEvent[]) =>
  events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
const shop = (at: string, text: string): OrderEvent => ({ at, actor: 'system', text });

const named = ({ subject, kind }: Mail) =>
  `The email “${subject}” to ${isMailToAdmin(kind) ? 'you' : 'the buyer'}`;
/** `at the first attempt`. */
export const attemptsText = (attempts: number) =>
  attempts === 1 ? 'at the first attempt' : `after ${attempts} attempts`;
/** Mail servers name the recipient, whom a story handed on must not. */
const answerText = ({ lastError }: Mail) =>
  lastError === null
    ? ''
    : ` The mail server’s answer: ${lastError.replace(/(?<!\S)\S+@\S+/g, '…')}`;

/** Only the last failed attempt is known, and how many there were. */
function pastOf(mail: Mail): OrderEvent[] {
  const { status, attempts, queuedAt, triedAt, sentAt } = mail;
  const last = triedAt ?? queuedAt;
  const queued = shop(
    queuedAt,
    `${named(mail)} was ${status === 'kept' ? 'written, but not sent: there was no mail server' : 'queued'}.`,
  );
  if (status === 'sent')
    return [queued, shop(sentAt ?? last, `${named(mail)} was sent ${attemptsText(attempts)}.`)];
  if (status === 'failed')
    return [
      queued,
      shop(last, `${named(mail)} could not be sent ${attemptsText(attempts)}.${answerText(mail)}`),
    ];
  if (status === 'uncertain')
    return [queued, shop(last, `${named(mail)} may have been sent.${answerText(mail)}`)];
  if (status === 'waiting' && attempts > 0)
    return [
      queued,
      shop(
        last,
        `${named(mail)} has failed ${attempts === 1 ? 'once' : `${attempts} times`} and will be tried again.${answerText(mail)}`,
      ),
    ];
  return [queued];
}
