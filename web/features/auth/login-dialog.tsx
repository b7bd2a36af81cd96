import { type FormEvent, useState } from 'react';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAuth } from './auth-context.tsx';

/** The admin's door. `onClose` is called when it is closed without a login. */
export default function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { login, demoCredentials, setLoginOpen } = useAuth();
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const username = String(data.get('username'));
    const password = String(data.get('password'));
    const missing = {
      username: username === '' ? 'Username is required' : undefined,
      password: password === '' ? 'Password is required' : undefined,
    };
    setErrors(missing);
    if (missing.username || missing.password) return;
    setBusy(true);
    try {
      await login({ username, password });
      form.reset();
      setLoginOpen(false);
      toast({ title: 'Login Successful', description: 'You have been logged in as an administrator.' });
    } catch (error) {
      toast(failure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title="Administrator Login">
      <form onSubmit={submit} noValidate className="space-y-4">
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          data-focus-first
          error={errors.username}
        />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" error={errors.password} />
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? 'Logging in...' : 'Login'}
        </Button>
        {demoCredentials && (
          <p className="text-sm text-quiet">
            Demo credentials: username <b className="text-ink">{demoCredentials.username}</b>, password{' '}
            <b className="text-ink">{demoCredentials.password}</b>
          </p>
        )}
      </form>
    </Dialog>
  );
}

function failure(error: unknown) {
  const code = problemCode(error);
  const variant = 'destructive' as const;
  if (code === 'wrong_credentials')
    return { variant, title: 'Login Failed', description: 'Invalid username or password. Please try again.' };
  if (code === 'too_many_requests' || code === 'local_only') return { variant, title: 'Login Failed', description: messageOf(error) };
  return { variant, title: 'Error', description: 'An error occurred during login. Please try again.' };
}
