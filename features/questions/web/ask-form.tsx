import type { FormProof } from '#core/contract/messages/form-calls.ts';
import { useFormSending } from '#core/web/messages/forms/form-queries.ts';
import {
  checkInquiry,
  type InquiryFields,
  inquiryRules,
} from '#features/questions/contract/inquiry-rules.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { Honeypot } from '#ui/honeypot.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { SentNotice } from '#ui/sent-notice.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { type About, ask } from './inquiry-queries.ts';

type Props = {
  about: About;
  email: string;
  subject: string;
};

type QuestionFields = Partial<InquiryFields> & { website: string };

/** Without JavaScript it is a link to write a mail. */
export function AskForm({ about, email, subject }: Props) {
  const sending = useFormSending((fields: QuestionFields & FormProof) => ask(about, fields));

  const { errors, onSubmit } = useSubmit({
    names:
      about.kind === 'specimen'
        ? ['name', 'email', 'question', 'website']
        : ['question', 'website'],
    check: ({ website: _website, ...fields }) => checkInquiry(fields),
    send: (fields) => sending.mutate(fields),
  });

  if (sending.data) return <SentNotice title="Question sent">We’ll reply by email.</SentNotice>;
  const mailto = `mailto:${email}?subject=${encodeURIComponent(subject)}`;
  return (
    <>
      <form
        onSubmit={onSubmit}
        noValidate
        aria-label="Your question"
        className="needs-script max-w-xl space-y-4"
      >
        {about.kind === 'specimen' && (
          <>
            <TextField
              label="Your Name"
              name="name"
              autoComplete="name"
              required
              maxLength={inquiryRules.name.maxLength}
              error={errors.name}
            />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={inquiryRules.email.maxLength}
              error={errors.email}
            />
          </>
        )}
        <TextArea
          label="Your Question"
          name="question"
          required
          rows={6}
          maxLength={inquiryRules.question.maxLength}
          error={errors.question}
        />
        <Honeypot />
        {sending.error && (
          <p role="alert" className="callout look-bad">
            {messageOf(sending.error, 'We couldn’t send your question. Please try again.')}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button type="submit" disabled={sending.isPending}>
            {sending.isPending ? 'Sending…' : 'Send question'}
          </Button>
          <p className="text-sm text-quiet">
            Or email{' '}
            <a href={mailto} className="text-link">
              {email}
            </a>
          </p>
        </div>
      </form>
      <p className="hidden unscripted:block">
        <a href={mailto} className={buttonClass()}>
          Email {email}
        </a>
      </p>
    </>
  );
}
