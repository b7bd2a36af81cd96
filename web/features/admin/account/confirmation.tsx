import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from '#web/lib/passkey.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { confirmationOptions, confirmPasskey, confirmPassword, passkeysQuery } from './account-queries.ts';

/**
 * Asks for the password or a passkey once more, where the server wants it, and does again what it refused. The page renders `dialog`.
 * @param onLoggedOut called if the session has ended.
 */
export function useConfirmation(onLoggedOut: () => void): { ask: (retry: () => void) => void; dialog: ReactNode } {
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const close = () => setRetry(null);
  return {
    ask: (again) => setRetry(() => again),
    dialog: (
      <Dialog open={retry !== null} onClose={close} title="Please confirm">
        <ConfirmForm
          onConfirmed={() => {
            close();
            retry?.();
          }}
          onLoggedOut={() => {
            close();
            onLoggedOut();
          }}
        />
      </Dialog>
    ),
  };
}

function ConfirmForm({ onConfirmed, onLoggedOut }: { onConfirmed: () => void; onLoggedOut: () => void }) {
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
      onConfirmed();
    } catch (failure) {
      const code = problemCode(failure);
      if (code === 'unauthorized') onLoggedOut();
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
