import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { confirmPassword } from './account-queries.ts';

/**
 * Asks for the password once more, where the server wants it, and does again what it refused. The page renders `dialog`.
 * @param onLoggedOut called if the session has ended.
 */
export function useConfirmation(onLoggedOut: () => void): { ask: (retry: () => void) => void; dialog: ReactNode } {
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const close = () => setRetry(null);
  return {
    ask: (again) => setRetry(() => again),
    dialog: (
      <Dialog open={retry !== null} onClose={close} title="Please confirm">
        <PasswordForm
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

function PasswordForm({ onConfirmed, onLoggedOut }: { onConfirmed: () => void; onLoggedOut: () => void }) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password === '') return setError('Password is required');
    setBusy(true);
    try {
      await confirmPassword(password);
      onConfirmed();
    } catch (failure) {
      const code = problemCode(failure);
      if (code === 'unauthorized') onLoggedOut();
      else if (code === 'wrong_credentials') setError('This is not your password');
      else setError(messageOf(failure, 'The shop could not be reached. Please try again.'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Confirm" className="space-y-4">
      <p>You gave your password more than ten minutes ago. Please enter it again before data leave the shop or are erased.</p>
      <TextField label="Password" name="password" type="password" autoComplete="current-password" data-focus-first error={error} />
      <Button type="submit" disabled={isBusy} className="w-full">
        Continue
      </Button>
    </form>
  );
}
