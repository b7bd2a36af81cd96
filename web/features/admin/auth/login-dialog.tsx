import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '#contract/admin/auth.ts';
import { loginMessages } from '#contract/admin/login-rules.ts';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { loginDialog } from '#web/lib/login-dialog.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from '#web/lib/passkey.ts';
import { reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useMe } from './auth-session.tsx';
import { login, loginWithPasskey, passkeyLoginOptions, passkeyLoginQuery } from './login-queries.ts';
import { switchUser } from './switch-user.ts';

/** The admin's door. `onClose` is called when it is closed without a login. */
export default function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Administrator Login">
      <LoginForm />
    </Dialog>
  );
}

/** Gone with its errors when the dialog is closed. */
function LoginForm() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const demoCredentials = useMe()?.demoCredentials;
  const [isSigning, setSigning] = useState(false);
  const [passkeyError, setPasskeyError] = useState<string>();
  const { data: isPasskeyPossible = false } = useQuery(passkeyLoginQuery);

  async function enter(me: Promise<Me>) {
    await switchUser(await me, { queryClient, router });
    loginDialog.set(false);
    toast({ title: 'Login Successful', description: 'You have been logged in as an administrator.' });
  }

  async function enterWithPasskey() {
    setPasskeyError(undefined);
    setSigning(true);
    try {
      await enter(loginWithPasskey(await signWithPasskey(await passkeyLoginOptions())));
    } catch (error) {
      setPasskeyError(passkeyMessage(error) ?? reasonOf(error));
    } finally {
      setSigning(false);
    }
  }

  const { errors, isBusy, onSubmit } = useSubmit({
    names: ['username', 'password'],
    check: ({ username, password }) => ({
      username: username === '' ? loginMessages.username : undefined,
      password: password === '' ? loginMessages.password : undefined,
    }),
    send: async (credentials, form) => {
      await enter(login(credentials));
      form.reset();
    },
    explain: (error) => {
      const isWrong = problemCode(error) === 'wrong_credentials';
      toast({ ...failure(error), isSaid: !isWrong });
      return isWrong ? { password: loginMessages.wrong } : undefined;
    },
  });
  const isWaiting = isBusy || isSigning;

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <TextField label="Username" name="username" autoComplete="username" autoCapitalize="none" data-focus-first error={errors.username} />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" error={errors.password} />
      <Button type="submit" disabled={isWaiting} className="w-full">
        {isWaiting ? 'Logging in...' : 'Login'}
      </Button>
      {isPasskeyPossible && hasPasskeys() && (
        <>
          <p className="flex items-center gap-4 text-sm text-quiet before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
            or
          </p>
          <Button look="outline" disabled={isWaiting} onClick={() => void enterWithPasskey()} className="w-full">
            Sign in with a passkey
          </Button>
          {passkeyError && (
            <p role="alert" className="text-sm text-bad">
              {passkeyError}
            </p>
          )}
        </>
      )}
      {demoCredentials && (
        <p className="text-sm text-quiet">
          Demo credentials: username <b className="text-ink">{demoCredentials.username}</b>, password{' '}
          <b className="text-ink">{demoCredentials.password}</b>
        </p>
      )}
    </form>
  );
}

function failure(error: unknown) {
  const code = problemCode(error);
  const variant = 'destructive' as const;
  if (code === 'wrong_credentials') return { variant, title: 'Login Failed', description: loginMessages.wrong };
  if (code === 'too_many_requests' || code === 'local_only') return { variant, title: 'Login Failed', description: messageOf(error) };
  return { variant, title: 'Error', description: 'An error occurred during login. Please try again.' };
}
