import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { buyerRules } from '#contract/checkout.ts';
import { checkWaitingEmail } from '#contract/waiting-rules.ts';
import { inquiryFormQuery } from '#web/features/inquiries/inquiry-queries.ts';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { askToFollow } from './follow-queries.ts';

/** What takes the form's place may stand above what the window shows. */
const focus = (notice: HTMLElement | null) => notice?.focus();

/** Asks for the email address that is to be told of what is new in a list. */
export function FollowForm({ query }: { query: string }) {
  const queryClient = useQueryClient();
  useQuery(inquiryFormQuery);
  const [wrong, setWrong] = useState<string>();
  const sending = useMutation({
    mutationFn: async (fields: { email: string; website: string }) => {
      const { token } = await queryClient.ensureQueryData(inquiryFormQuery);
      await askToFollow({ ...fields, query, token });
      return fields.email;
    },
    onError: (error) => {
      if (problemCode(error) === 'state_conflict') void queryClient.resetQueries(inquiryFormQuery);
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [email, website] = [String(form.get('email') ?? '').trim(), String(form.get('website') ?? '')];
    const found = checkWaitingEmail(email);
    setWrong(found);
    if (found) event.currentTarget.querySelector<HTMLElement>('[name="email"]')?.focus();
    else sending.mutate({ email, website });
  }

  if (sending.data)
    return (
      <div ref={focus} tabIndex={-1} role="status" className="scroll-mt-24 border-l-4 border-good bg-raised p-5 outline-none sm:p-7">
        <p className="font-serif text-2xl">Please look into your mail.</p>
        <p className="mt-2 wrap-anywhere">
          We have written to {sending.data}. You follow the list once you press the button behind the link in that mail, within a day.
        </p>
      </div>
    );
  return (
    <form onSubmit={submit} noValidate aria-label="By mail" className="max-w-xl space-y-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={buyerRules.customerEmail.maxLength}
        error={wrong}
      />
      {/* People do not see it; programs that fill in every field give themselves away. */}
      <div aria-hidden="true" className="sr-only">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {sending.error && (
        <p role="alert" className="border-l-4 border-bad pl-3">
          {messageOf(sending.error, 'Your address could not be sent. Please try again.')}
        </p>
      )}
      <Button type="submit" disabled={sending.isPending}>
        {sending.isPending ? 'Sending…' : 'Tell me by mail'}
      </Button>
      <p className="text-sm text-quiet">At most one mail a day, and only where something new fits. One click ends it.</p>
    </form>
  );
}
