import { useState } from 'react';
import { mailStatusTable } from '#core/contract/messages/mail-statuses.ts';
import type { Inquiry } from '#features/questions/contract/inquiries.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextArea } from '#ui/field.tsx';
import { formatDate } from '#ui/lib/format.ts';
import { isStale } from '#ui/lib/if-match.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { type InquiryChange, useInquiryChange } from './inbox-queries.ts';

const ANSWERED =
  'You answered this in another tab, as shown above. Your text is still here: send it again if it’s needed.';

type Props = {
  inquiry: Inquiry;
  title: string;
  hasMailServer: boolean;
  timeZone: string;
};

export function InquiryCard({ inquiry, title, hasMailServer, timeZone }: Props) {
  const { id, name, email, status, messages } = inquiry;
  const change = useInquiryChange();
  const [isAnswering, setAnswering] = useState(false);
  const [isDeleting, setDeleting] = useState(false);

  const run = (what: InquiryChange, done: string, onDone = () => {}) =>
    change.mutate(what, {
      onSuccess: () => {
        toast({ title: done });
        onDone();
      },
      onError: (error) => toastError(error, isStale(error) ? ANSWERED : undefined),
    });

  const { onSubmit } = useSubmit({
    names: ['text'],
    send: ({ text }) => {
      if (text.trim() !== '')
        run({ id, answer: text.trim(), lastMessage: messages.at(-1)?.id }, 'Answer Queued', () =>
          setAnswering(false),
        );
    },
  });

  return (
    <article
      id={`question-${id}`}
      aria-label={`Question from ${name}`}
      className="mt-5 max-w-4xl scroll-mt-24 bg-raised p-5 sm:p-6"
    >
      <p className="flex flex-wrap gap-x-3 text-fine wrap-anywhere">
        <b>{name}</b>{' '}
        <a href={mailtoUrl(email)} className="line-link text-quiet hover:text-accent">
          <EmailText email={email} />
        </a>
      </p>
      {messages.map((message) => (
        <div
          key={message.id}
          className={message.author === 'admin' ? 'mt-4 border-l-2 border-accent pl-4' : 'mt-2'}
        >
          <p className="figures text-sm text-quiet">
            {message.author === 'admin' && 'You, '}
            {formatDate(message.createdAt, timeZone)}
            {message.mailStatus !== null && ` – ${mailStatusTable[message.mailStatus].label}`}
          </p>
          <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{message.text}</p>
        </div>
      ))}
      {isAnswering ? (
        <form
          onSubmit={onSubmit}
          className="mt-5 max-w-2xl space-y-4"
          aria-label={`Answer to ${name}`}
        >
          <TextArea
            label="Your Answer"
            name="text"
            required
            rows={6}
            maxLength={10_000}
            autoFocus
            hint={`Emailed to ${email} with the question quoted below.`}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={change.isPending}>
              Send answer
            </Button>
            <Button look="outline" onClick={() => setAnswering(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className="mt-5 flex flex-wrap gap-3">
          {hasMailServer ? (
            <Button
              look={status === 'open' ? 'solid' : 'outline'}
              onClick={() => setAnswering(true)}
            >
              Answer
            </Button>
          ) : (
            <a
              href={mailto(inquiry, title)}
              className={buttonClass(status === 'open' ? 'solid' : 'outline')}
            >
              Answer in email app
            </a>
          )}
          <Button
            look="outline"
            disabled={change.isPending}
            onClick={() =>
              status === 'open'
                ? run({ id, status: 'done' }, 'Question Answered')
                : run({ id, status: 'open' }, 'Question Open Again')
            }
          >
            {status === 'open' ? 'Mark answered' : 'Open again'}
          </Button>
          <Button look="plain" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isDeleting}
        title="Delete question"
        confirm="Delete"
        isBusy={change.isPending}
        onCancel={() => setDeleting(false)}
        onConfirm={() => run({ id, isDeleted: true }, 'Question Deleted', () => setDeleting(false))}
      >
        Deletes the question from {name} with its answers and emails. This cannot be undone.
      </ConfirmDialog>
    </article>
  );
}

/** Without a mail server the shop cannot write itself. */
function mailto({ email, messages: [question] }: Inquiry, title: string): string {
  const quoted = (question?.text ?? '').replace(/^/gm, '> ');
  return mailtoUrl(email, { subject: `Your question about ${title}`, body: `\n\n${quoted}` });
}
