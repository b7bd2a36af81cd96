/**
 * Claims a mail first, so that neither another process nor a restart sends it twice; where no one
 * knows whether it arrived, the admin decides. Why:
 * `docs/decisions/0012-outbox-sends-once-or-asks.md`.
 */
import { HOUR_MS, MINUTE_MS } from '#core/contract/durations.ts';
import { emailPattern } from '#core/contract/selling/checkout.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { instantOf } from '#platform/clock.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';
import { buildMessage } from '#platform/mail/message.ts';
import { type Delivery, type SendMessage, smtpSender } from '#platform/mail/smtp.ts';
import { mailServerInForce } from './mail-server.service.ts';
import {
  claimMail,
  giveUp,
  type MailRow,
  markUncertain,
  selectDue,
  settleMail,
} from './mails.queries.ts';
import { htmlOf } from './stored-html.ts';

/** After temporary refusals, by the number of attempts. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** After this a mail would be old news. */
const MAX_WAIT_MS = 72 * HOUR_MS;
/** Handing over a mail never takes this long. */
const MAX_CLAIM_MS = 10 * MINUTE_MS;
const BATCH = 20;
const ROUND_EVERY = 2_000;

export function startSending(ctx: Context): Job {
  return startJob('mails', ROUND_EVERY, ctx.log, async (isStopping) => {
    const server = await mailServerInForce(ctx);
    if (server) await sendDueMails(ctx, smtpSender(server.url), isStopping, server.sender);
  });
}

/** @param sender null: the one that each mail was written with. */
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
      const mail = await perform(ctx, 'system', ({ tx, now }) => claimMail(tx, id, now));
      if (mail)
        await settle(
          ctx,
          mail,
          await deliver(ctx, { ...mail, from_address: sender ?? mail.from_address }, send),
        );
    }
  }
}

async function tidy(ctx: Context): Promise<void> {
  const uncertain = await perform(ctx, 'system', async (act) => {
    const stopped = 'The shop stopped while sending this email.';
    const found = await markUncertain(act.tx, inTime(act, -MAX_CLAIM_MS), stopped);
    await giveUp(act.tx, inTime(act, -MAX_WAIT_MS), 'It couldn’t be sent for three days.');
    return found;
  });
  if (uncertain > 0) ctx.log.warn({ mails: uncertain }, 'mails may have been sent or not');
}

/** An error ends its mail, never the round. */
async function deliver(ctx: Context, mail: MailRow, send: SendMessage): Promise<Delivery> {
  const refuse = (reason: string) => ({ result: 'refused', permanent: true, reason }) as const;
  if (!emailPattern.test(mail.to_address)) return refuse('We can’t send email to this address.');
  let message: Buffer;
  try {
    message = await buildMessage({
      from: { name: mail.from_name, address: mail.from_address },
      to: { name: mail.to_name, address: mail.to_address },
      // A mail is worth having even without a reply address.
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
  const note = (change: Parameters<typeof settleMail>[2]) =>
    perform(ctx, 'system', ({ tx }) => settleMail(tx, mail.id, change));
  if (delivery.result === 'accepted') {
    await note({
      status: 'sent',
      sent_at: instantOf(ctx.clock),
      last_error: null,
      body_html: '',
    });
    return;
  }
  const last_error = delivery.reason;
  // Mail servers repeat email addresses, which have no place in a log.
  const reason = last_error.replace(/(?<!\S)\S+@\S+/g, '…');
  if (delivery.result === 'unknown') {
    log.warn({ mail: mail.id, reason }, 'a mail may have been sent or not');
    await note({ status: 'uncertain', last_error });
  } else if (delivery.permanent) {
    log.warn({ mail: mail.id, reason }, 'a mail was refused');
    await note({ status: 'failed', last_error });
  } else {
    log.warn({ mail: mail.id, reason }, 'a mail could not be sent yet');
    const pause = PAUSES[Math.min(mail.attempts, PAUSES.length) - 1] ?? 0;
    await note({
      status: 'waiting',
      due_at: inTime(ctx, pause),
      last_error,
    });
  }
}

const inTime = ({ clock }: Pick<Context, 'clock'>, ms: number) =>
  new Date(clock.now().getTime() + ms).toISOString();
