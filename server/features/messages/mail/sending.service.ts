/**
 * Sends due mails from the outbox. A mail is claimed before it is handed over, so neither another process nor a restart sends it twice;
 * where nobody can know whether the mail server has it, the admin decides.
 */
import { emailPattern } from '#contract/selling/checkout.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';
import { buildMessage } from '#server/platform/mail/message.ts';
import { type Delivery, type SendMessage, smtpSender } from '#server/platform/mail/smtp.ts';
import { mailServerInForce } from './mail-server.service.ts';
import { claimMail, giveUp, type MailRow, markUncertain, selectDue, settleMail } from './mails.queries.ts';
import { htmlOf } from './stored-html.ts';

const MINUTE = 60_000;
/** Pauses after temporary refusals, by the number of attempts. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
/** After this a mail would be old news. */
const MAX_WAIT_MS = 72 * 60 * MINUTE;
/** Far more than handing over a mail ever takes. */
const MAX_CLAIM_MS = 10 * MINUTE;
const BATCH = 20;
const ROUND_EVERY = 2_000;

/** Sends due mails for as long as the shop runs. */
export function startSending(ctx: Context): Job {
  return startJob('mails', ROUND_EVERY, ctx.log, async (isStopping) => {
    const server = await mailServerInForce(ctx);
    if (server) await sendDueMails(ctx, smtpSender(server.url), isStopping, server.sender);
  });
}

/**
 * One round: sends due mails one after another, until none is left or `isStopping` says so.
 * @param sender the address that they come from; null: the one that each was written with.
 */
export async function sendDueMails(
  ctx: Context,
  send: SendMessage,
  isStopping: () => boolean,
  sender: string | null = null,
): Promise<void> {
  await tidy(ctx);
  for (;;) {
    const due = await selectDue(ctx.db, instantOf(ctx.clock), BATCH);
    if (due.length === 0) return;
    for (const id of due) {
      if (isStopping()) return;
      const mail = await claimMail(ctx.db, id, instantOf(ctx.clock));
      if (mail) await settle(ctx, mail, await deliver(ctx, { ...mail, from_address: sender ?? mail.from_address }, send));
    }
  }
}

async function tidy(ctx: Context): Promise<void> {
  const uncertain = await markUncertain(ctx.db, inTime(ctx, -MAX_CLAIM_MS), 'The shop stopped while sending this email.');
  if (uncertain > 0) ctx.log.warn({ mails: uncertain }, 'mails may have been sent or not');
  await giveUp(ctx.db, inTime(ctx, -MAX_WAIT_MS), 'It couldn’t be sent for three days.');
}

/** Whatever is wrong with one mail ends that mail, never the round: other mails go on being sent. */
async function deliver(ctx: Context, mail: MailRow, send: SendMessage): Promise<Delivery> {
  const refuse = (reason: string) => ({ result: 'refused', permanent: true, reason }) as const;
  if (!emailPattern.test(mail.to_address)) return refuse('We can’t send email to this address.');
  let message: Buffer;
  try {
    message = await buildMessage({
      from: { name: mail.from_name, address: mail.from_address },
      to: { name: mail.to_name, address: mail.to_address },
      // The mail is worth having even where its buyer cannot be replied to.
      replyTo: emailPattern.test(mail.reply_to) ? mail.reply_to : null,
      subject: mail.subject,
      messageId: mail.message_id,
      date: ctx.clock.now(),
      text: mail.body_text,
      html: htmlOf(mail.body_html),
      unsubscribeUrl: mail.unsubscribe_url,
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  return send({ from: mail.from_address, to: mail.to_address }, message);
}

async function settle(ctx: Context, mail: MailRow, delivery: Delivery): Promise<void> {
  const { log } = ctx;
  if (delivery.result === 'accepted') {
    await settleMail(ctx.db, mail.id, { status: 'sent', sent_at: instantOf(ctx.clock), last_error: null, body_html: '' });
    return;
  }
  const last_error = delivery.reason;
  // Mail servers repeat email addresses, which have no place in a log.
  const reason = last_error.replace(/(?<!\S)\S+@\S+/g, '…');
  if (delivery.result === 'unknown') {
    log.warn({ mail: mail.id, reason }, 'a mail may have been sent or not');
    await settleMail(ctx.db, mail.id, { status: 'uncertain', last_error });
  } else if (delivery.permanent) {
    log.warn({ mail: mail.id, reason }, 'a mail was refused');
    await settleMail(ctx.db, mail.id, { status: 'failed', last_error });
  } else {
    log.warn({ mail: mail.id, reason }, 'a mail could not be sent yet');
    const pause = PAUSES[Math.min(mail.attempts, PAUSES.length) - 1] ?? 0;
    await settleMail(ctx.db, mail.id, { status: 'waiting', due_at: inTime(ctx, pause), last_error });
  }
}

/** The instant `ms` milliseconds from now. */
const inTime = (ctx: Context, ms: number) => new Date(ctx.clock.now().getTime() + ms).toISOString();
