import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { isMailToAdmin, mailStatusTable } from '#core/contract/messages/mail-statuses.ts';
import type { Mail } from '#core/contract/messages/mails.ts';
import type { Tone } from '#core/contract/tables.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf, pathOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { MailText } from '#ui/mail-text.tsx';
import { toast } from '#ui/toast.ts';
import { MailFrame } from './mail-frame.tsx';
import { queued, useMailSending } from './mails-queries.ts';

type Props = {
  mails: Mail[];
  hasMailServer: boolean;
  queryKey: QueryKey;
  timeZone: string;
};

export function MailList({ mails, hasMailServer, queryKey, timeZone }: Props) {
  const sending = useMailSending(queryKey);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());

  const send = (mail: Mail) =>
    sending.mutate(mail.id, {
      onSuccess: () => toast(queued),
      onError: (error) => toastError(error, `Failed to send email: ${messageOf(error)}`),
    });

  return (
    <>
      {!hasMailServer && (
        <p className="mb-3 callout text-fine">
          No mail server is set up, so nothing is sent automatically. Enter one in{' '}
          <a href="/settings#email" className="text-link">
            Settings
          </a>
          , or open an email in your own email app.
        </p>
      )}
      <ul className="border-b border-line">
        {mails.map((mail) => (
          <li key={mail.id} className="border-t border-line">
            <details
              onToggle={({ currentTarget }) =>
                currentTarget.open && setOpened(new Set([...opened, mail.id]))
              }
            >
              <summary className="flex min-h-11 flex-wrap items-baseline gap-x-4 py-2.5 hover:text-accent">
                <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{mail.subject}</span>
                <span className={`text-sm ${tones[mailStatusTable[mail.status].tone]}`}>
                  {statusText(mail, timeZone)}
                </span>
              </summary>
              <p className="text-sm wrap-anywhere text-quiet">To {mail.to}</p>
              {mail.lastError && (
                <p className="mt-2 text-sm wrap-anywhere text-bad">{mail.lastError}</p>
              )}
              <div className="gap-x-6 lg:grid lg:grid-cols-2 lg:items-start">
                <MailText>{mail.text}</MailText>
                {opened.has(mail.id) && (
                  <MailFrame
                    src={pathOf('GET /api/mails/:id/page', { params: { id: mail.id } })}
                    title={`How “${mail.subject}” looks`}
                    sandbox="allow-popups allow-popups-to-escape-sandbox"
                    className="mt-3 border border-line bg-raised"
                  />
                )}
              </div>
              <div className="my-4 flex flex-wrap items-center gap-3">
                {hasMailServer && mail.status !== 'sending' && (
                  <Button look="outline" disabled={sending.isPending} onClick={() => send(mail)}>
                    {mail.status === 'uncertain' || mail.status === 'sent'
                      ? 'Send again'
                      : 'Send now'}
                  </Button>
                )}
                {mail.status !== 'sent' && !isMailToAdmin(mail.kind) && (
                  <a href={mailto(mail)} className={buttonClass('outline')}>
                    Open in email app
                  </a>
                )}
                {mail.status === 'uncertain' && (
                  <p className="text-sm text-quiet">
                    It may have arrived. If you send it again, it may arrive twice.
                  </p>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

const tones: Record<Tone, string> = {
  quiet: 'text-quiet',
  info: 'text-quiet',
  progress: 'text-quiet',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
};

function statusText({ status, attempts, dueAt, sentAt }: Mail, timeZone: string): string {
  if (status === 'waiting' && attempts > 0) return `Next try ${formatDate(dueAt, timeZone)}`;
  const { label } = mailStatusTable[status];
  return status === 'sent' && sentAt !== null ? `${label} ${formatDate(sentAt, timeZone)}` : label;
}

const mailto = (mail: Mail) => mailtoUrl(mail.to, { subject: mail.subject, body: mail.text });
