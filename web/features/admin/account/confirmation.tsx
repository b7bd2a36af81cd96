import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from '#web/lib/passkey.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
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
  const [error, setError] = useState<string>();
  const [passkeyError, setPasskeyError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery(passkeysQuery);
  const isPasskeyPossible = data?.passkeys.some(({ isUsable }) => isUsable) && hasPasskeys();

  async function confirm(proof: Promise<unknown>, show: (message: string) => void, messageIfWrong?: string) {
    setBusy(true);
    setError(undefined);
    setPasskeyError(undefined);
    try {
      await proof;
      onEnd(true);
    } catch (failure) {
      const code = problemCode(failure);
      if (code === 'unauthorized') onEnd(false);
      else if (code === 'wrong_credentials' && messageIfWrong) show(messageIfWrong);
      else show(passkeyMessage(failure) ?? messageOf(failure, 'The shop could not be reached. Please try again.'));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password === '') setError('Password is required');
    else void confirm(confirmPassword(password), setError, 'That isn’t your password');
  }

  const givePasskey = async () => confirmPasskey(await signWithPasskey(await confirmationOptions()));

  return (
    <form onSubmit={submit} noValidate aria-label="Confirm" className="space-y-4">
      <p>For your security, confirm it’s you before you export, erase or change logins.</p>
      <TextField label="Password" name="password" type="password" autoComplete="current-password" data-focus-first error={error} />
      <Button type="submit" disabled={isBusy} className="w-full">
        Continue
      </Button>
      {isPasskeyPossible && (
        <Button look="outline" disabled={isBusy} onClick={() => void confirm(givePasskey(), setPasskeyError)} className="w-full">
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
