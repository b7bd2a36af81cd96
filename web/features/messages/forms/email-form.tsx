import type { InquiryForm } from '#contract/messages/inquiries.ts';
import { buyerRules, emailPattern } from '#contract/selling/checkout.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Honeypot } from '#web/ui/honeypot.tsx';
import { SentNotice } from '#web/ui/sent-notice.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useFormSending } from './form-queries.ts';

export type EmailFields = { email: string; website: string };

type Props = {
  /** Of the form, for screen readers. */
  label: string;
  button: string;
  /** Shown below the button. */
  hint: string;
  send: (fields: EmailFields & InquiryForm) => Promise<void>;
};

/** Asks for an email address; once it is sent, says where to look. */
export function EmailForm({ label, button, hint, send }: Props) {
  const sending = useFormSending(async (fields: EmailFields & InquiryForm) => {
    await send(fields);
    return fields.email;
  });

  const { errors, onSubmit } = useSubmit({
    names: ['email', 'website'],
    check: ({ email }) => ({ email: emailPattern.test(email.trim()) ? undefined : buyerRules.customerEmail.message }),
    send: ({ email, website }) => sending.mutate({ email: email.trim(), website }),
  });

  if (sending.data)
    return <SentNotice title="Check your email">{`We emailed ${sending.data}. Open the link and confirm within 24 hours.`}</SentNotice>;
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className="max-w-xl space-y-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={buyerRules.customerEmail.maxLength}
        error={errors.email}
      />
      <Honeypot />
      {sending.error && (
        <p role="alert" className="callout look-bad">
          {messageOf(sending.error, 'We couldn’t send this. Please try again.')}
        </p>
      )}
      <Button type="submit" disabled={sending.isPending}>
        {sending.isPending ? 'Sending…' : button}
      </Button>
      <p className="text-sm text-quiet">{hint}</p>
    </form>
  );
}
