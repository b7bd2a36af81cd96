import { useState } from 'react';
import { loginMessages } from '#core/contract/admin/login-rules.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { problemCode } from '#ui/lib/api.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { confirmPassword } from './account-queries.ts';

export default function Confirmation({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  return (
    <Dialog open onClose={() => onEnd(false)} title="Please confirm">
      <ConfirmForm onEnd={onEnd} />
    </Dialog>
  );
}

function ConfirmForm({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const [isProving, setProving] = useState(false);
  const { errors, isBusy, onSubmit } = useSubmit({
    names: ['password'],
    check: ({ password }) => ({ password: password === '' ? loginMessages.password : undefined }),
    send: async ({ password }) => {
      await confirmPassword(password);
      onEnd(true);
    },
    explain: (failure) => {
      if (isLoggedOut(failure)) onEnd(false);
      return {
        password:
          problemCode(failure) === 'wrong_credentials'
            ? 'That isn’t your password'
            : reasonOf(failure),
      };
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Confirm" className="space-y-4">
      <p>
        For your security, confirm it’s you before you change where money and email go, change
        logins, export or erase.
      </p>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        data-focus-first
        error={errors.password}
      />
      <Button type="submit" disabled={isBusy || isProving} className="w-full">
        Continue
      </Button>
      <Parts
        at="underConfirmation"
        isBusy={isBusy || isProving}
        isPasswordSent={isBusy}
        onBusy={setProving}
        onEnd={onEnd}
      />
    </form>
  );
}
