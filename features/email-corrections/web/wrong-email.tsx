import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import type { OrderPlaces } from '#core/web/shop-feature.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { emailFailureQuery, useEmailCorrection } from './email-queries.ts';

/** Nothing while the email may still arrive. */
export default function WrongEmail({ order, orderKey }: OrderPlaces['pending']) {
  const { data } = useQuery(emailFailureQuery(order.id, orderKey));
  const correction = useEmailCorrection(order.id, orderKey);
  const [failed, setFailed] = useState<string>();
  const { errors, onSubmit } = useSubmit({
    names: ['email'],
    check: ({ email }) => ({
      email: emailPattern.test(email.trim()) ? undefined : buyerRules.customerEmail.message,
    }),
    send: ({ email }) => correction.mutate(email.trim()),
  });
  if (data?.hasFailed && failed !== order.customerEmail) setFailed(order.customerEmail);
  if (failed !== order.customerEmail) return null;
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Correct your email" className="mt-3 space-y-4">
      <p role="alert" className="font-medium wrap-anywhere">
        {`We couldn’t deliver our email to ${order.customerEmail}. Please correct the address. We’ll send a new link there, and the earlier one stops working.`}
      </p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={buyerRules.customerEmail.maxLength}
        defaultValue={order.customerEmail}
        error={errors.email}
      />
      {correction.error && (
        <p role="alert" className="callout look-bad">
          {messageOf(correction.error, 'We couldn’t change your email. Please try again.')}
        </p>
      )}
      <Button type="submit" disabled={correction.isPending}>
        {correction.isPending ? 'Sending…' : 'Send the link'}
      </Button>
    </form>
  );
}
