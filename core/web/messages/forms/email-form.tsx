import type { FormProof } from '#core/contract/messages/form-calls.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Honeypot } from '#ui/honeypot.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { SentNotice } from '#ui/sent-notice.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { useFormSending } from './form-queries.ts';

type EmailFields = { email: string; website: string };

type Props = {
  /** For screen readers. */
  label: string;
  button: string;
  hint: string;
  send: (fields: EmailFields & FormProof) => Promise<void>;
};

export function EmailForm({ label, button, hint, send }: Props) {
  const sending = useFormSending(async (fields: EmailFields & FormProof) => {
    await send(fields);
    return fields.email;
  });

  const { errors, onSubmit } = useSubmit({
    names: ['email', 'website'],
    check: ({ email }) => ({
      email: emailPattern.test(email.trim()) ? undefined : buyerRules.customerEmail.message,
    }),
    send: ({ email, website }) => sending.mutate({ email: email.trim(), website }),
  });

  if (sending.data)
    return (
      <SentNotice title="Check your email">{`We emailed ${sending.data}. Open the link and confirm within 24 hours.`}</SentNotice>
    );
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
