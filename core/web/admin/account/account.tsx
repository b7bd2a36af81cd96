import { Fragment } from 'react';
import { loginMessages, MIN_PASSWORD_LENGTH } from '#core/contract/admin/login-rules.ts';
import { useNewPassword } from '#core/web/on-desk.tsx';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextField } from '#ui/field.tsx';
import { messageOf, problemCode } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { changePassword } from './account-queries.ts';

type Props = {
  username: string;
  /** Whether the password is still the published one. */
  isDemo: boolean;
  timeZone: string;
  onChanged: () => void;
};

export function Account({ username, isDemo, timeZone, onChanged }: Props) {
  const besides = useNewPassword({ timeZone });
  const { errors, isBusy, onSubmit } = useSubmit({
    names: ['currentPassword', 'newPassword', 'repeated'],
    check: ({ currentPassword, newPassword, repeated }) => ({
      currentPassword: currentPassword === '' ? loginMessages.password : undefined,
      newPassword: newPassword.length < MIN_PASSWORD_LENGTH ? loginMessages.newPassword : undefined,
      repeated: newPassword !== repeated ? 'The passwords don’t match' : undefined,
    }),
    send: async ({ currentPassword, newPassword }, form) => {
      const decided = besides.map(({ read }) => read(new FormData(form)));
      const decisions = Object.assign({}, ...decided.map((one) => one.decisions));
      await changePassword({ currentPassword, newPassword, ...decisions });
      form.reset();
      toast({
        title: 'Password Changed',
        description: ['You’ve been logged out everywhere else.', ...decided.map(({ told }) => told)]
          .filter(Boolean)
          .join(' '),
      });
      onChanged();
    },
    explain: (error) => {
      const code = problemCode(error);
      if (code === 'wrong_credentials')
        return { currentPassword: 'That isn’t your current password' };
      if (code === 'invalid_input') return { newPassword: messageOf(error) };
      toastError(error, messageOf(error, 'Couldn’t change the password. Please try again.'));
    },
  });

  return (
    <section aria-labelledby="account-heading" className="max-w-2xl">
      <h2 id="account-heading" className="text-2xl">
        Account
      </h2>
      <p className="mt-2 text-quiet">
        You are logged in as <b className="text-ink">{username}</b>.
        {isDemo &&
          ' The demo password is public, so until you change it the shop opens only on this computer.'}
      </p>
      <form onSubmit={onSubmit} noValidate aria-label="Change password" className="mt-6 space-y-4">
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        <TextField
          label="Current Password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <TextField
          label="New Password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. You’ll be logged out everywhere else."
          error={errors.newPassword}
        />
        <TextField
          label="Repeat New Password"
          name="repeated"
          type="password"
          autoComplete="new-password"
          error={errors.repeated}
        />
        {besides.map(({ fields }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Fragment key={index}>{fields}</Fragment>
        ))}
        <Button type="submit" disabled={isBusy || besides.some(({ isPending }) => isPending)}>
          {isBusy ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </section>
  );
}
