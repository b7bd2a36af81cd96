import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '#core/contract/admin/auth.ts';
import { loginMessages } from '#core/contract/admin/login-rules.ts';
import { LoginParts } from '#core/web/on-login.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { messageOf, problemCode } from '#ui/lib/api.ts';
import { loginDialog } from '#ui/lib/login-dialog.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { useMe } from './auth-session.tsx';
import { login } from './login-queries.ts';
import { switchUser } from './switch-user.ts';

/** @param onClose called when it is closed without a login. */
export default function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Administrator Login">
      <LoginForm />
    </Dialog>
  );
}

/** A component, so that its errors go when the dialog is closed. */
function LoginForm() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const demoCredentials = useMe()?.demoCredentials;
  const [isProving, setProving] = useState(false);

  async function enter(me: Promise<Me>) {
    await switchUser(await me, { queryClient, router });
    loginDialog.set(false);
    toast({
      title: 'Login Successful',
      description: 'You have been logged in as an administrator.',
    });
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
  const isWaiting = isBusy || isProving;

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        data-focus-first
        error={errors.username}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" disabled={isWaiting} className="w-full">
        {isWaiting ? 'Logging in...' : 'Login'}
      </Button>
      <LoginParts at="underLogin" isBusy={isWaiting} onBusy={setProving} enter={enter} />
      {demoCredentials && (
        <p className="text-sm text-quiet">
          Demo credentials: username <b className="text-ink">{demoCredentials.username}</b>,
          password <b className="text-ink">{demoCredentials.password}</b>
        </p>
      )}
    </form>
  );
}

function failure(error: unknown) {
  const code = problemCode(error);
  const variant = 'destructive' as const;
  if (code === 'wrong_credentials')
    return { variant, title: 'Login Failed', description: loginMessages.wrong };
  if (code === 'too_many_requests' || code === 'local_only')
    return { variant, title: 'Login Failed', description: messageOf(error) };
  return {
    variant,
    title: 'Error',
    description: 'An error occurred during login. Please try again.',
  };
}
