import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loginMessages } from '#contract/admin/login-rules.ts';
import { problemCode } from '#web/lib/api.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from '#web/lib/passkey.ts';
import { isLoggedOut, reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';
import { confirmationOptions, confirmPasskey, confirmPassword, passkeysQuery } from './account-queries.ts';

/** Asks for the password or a passkey once more. @param onEnd told whether they were given. */
export default function Confirmation({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  return (
    <Dialog open onClose={() => onEnd(false)} title="Please confirm">
      <ConfirmForm onEnd={onEnd} />
    </Dialog>
  );
}

function ConfirmForm({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const [passkeyError, setPasskeyError] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  const { data } = useQuery(passkeysQuery);
  const isPasskeyPossible = data?.passkeys.some(({ isUsable }) => isUsable) && hasPasskeys();
  const { errors, isBusy, onSubmit } = useSubmit({
    names: ['password'],
    check: ({ password }) => ({ password: password === '' ? loginMessages.password : undefined }),
    send: async ({ password }) => {
      setPasskeyError(undefined);
      await confirmPassword(password);
      onEnd(true);
    },
    explain: (failure) => {
      if (isLoggedOut(failure)) onEnd(false);
      return { password: problemCode(failure) === 'wrong_credentials' ? 'That isn’t your password' : explained(failure) };
    },
  });

  async function givePasskey() {
    setPasskeyError(undefined);
    setSigning(true);
    try {
      await confirmPasskey(await signWithPasskey(await confirmationOptions()));
      onEnd(true);
    } catch (failure) {
      if (isLoggedOut(failure)) onEnd(false);
      else setPasskeyError(explained(failure));
    } finally {
      setSigning(false);
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Confirm" className="space-y-4">
      <p>For your security, confirm it’s you before you change where money and email go, change logins, export or erase.</p>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        data-focus-first
        error={errors.password}
      />
      <Button type="submit" disabled={isBusy || isSigning} className="w-full">
        Continue
      </Button>
      {isPasskeyPossible && (
        <Button look="outline" disabled={isBusy || isSigning} onClick={() => void givePasskey()} className="w-full">
          Use a passkey
        </Button>
      )}
      {passkeyError && (
        <p role="alert" className="text-sm text-bad">
          {passkeyError}
        </p>
      )}
    </form>
  );
}

const explained = (failure: unknown) => passkeyMessage(failure) ?? reasonOf(failure);
