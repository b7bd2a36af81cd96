import { useQuery } from '@tanstack/react-query';
import { loginMessages, MIN_PASSWORD_LENGTH, remainsByDefault } from '#contract/admin/login-rules.ts';
import type { Passkey } from '#contract/admin/passkeys.ts';
import { messageOf, problemCode } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { changePassword, passkeysQuery } from './account-queries.ts';

/** The name of the boxes that keep passkeys. */
const REMAINING = 'remainingPasskeys';

type Props = {
  username: string;
  /** Whether the password is still the published one. */
  isDemo: boolean;
  timeZone: string;
  onChanged: () => void;
};

/** Shows who is logged in, and changes the password. */
export function Account({ username, isDemo, timeZone, onChanged }: Props) {
  const { data, isPending } = useQuery(passkeysQuery);
  const passkeys = data?.passkeys ?? [];
  const { errors, isBusy, onSubmit } = useSubmit({
    names: ['currentPassword', 'newPassword', 'repeated'],
    check: ({ currentPassword, newPassword, repeated }) => ({
      currentPassword: currentPassword === '' ? loginMessages.password : undefined,
      newPassword: newPassword.length < MIN_PASSWORD_LENGTH ? loginMessages.newPassword : undefined,
      repeated: newPassword !== repeated ? 'The passwords don’t match' : undefined,
    }),
    send: async ({ currentPassword, newPassword }, form) => {
      const remainingPasskeys = new FormData(form).getAll(REMAINING).map(Number);
      // If they could not be listed, the owner decided nothing about them.
      await changePassword({ currentPassword, newPassword, ...(data && { remainingPasskeys }) });
      form.reset();
      const removed = passkeys.length - remainingPasskeys.length;
      const passkeysRemoved = removed === 0 ? '' : ` ${removed === 1 ? 'One passkey was' : `${removed} passkeys were`} removed.`;
      toast({ title: 'Password Changed', description: `You’ve been logged out everywhere else.${passkeysRemoved}` });
      onChanged();
    },
    explain: (error) => {
      const code = problemCode(error);
      if (code === 'wrong_credentials') return { currentPassword: 'That isn’t your current password' };
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
        {isDemo && ' The demo password is public, so until you change it the shop opens only on this computer.'}
      </p>
      <form onSubmit={onSubmit} noValidate aria-label="Change password" className="mt-6 space-y-4">
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
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
        <TextField label="Repeat New Password" name="repeated" type="password" autoComplete="new-password" error={errors.repeated} />
        {passkeys.length > 0 && <RemainingPasskeys passkeys={passkeys} timeZone={timeZone} />}
        <Button type="submit" disabled={isBusy || isPending}>
          {isBusy ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </section>
  );
}

/** Which passkeys outlive the password: a thief may have added one. */
function RemainingPasskeys({ passkeys, timeZone }: { passkeys: Passkey[]; timeZone: string }) {
  const now = new Date();
  return (
    <fieldset>
      <legend className="font-medium">Passkeys to keep</legend>
      <p className="mt-1 mb-2 text-sm text-quiet">
        They log in without your password. Those you don’t check are removed. New ones start unchecked, so check them if they’re yours.
      </p>
      {passkeys.map((passkey) => (
        <label key={passkey.id} className="flex min-h-11 items-center gap-3 wrap-anywhere">
          <input
            type="checkbox"
            name={REMAINING}
            value={passkey.id}
            defaultChecked={remainsByDefault(passkey, now)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            {passkey.name} <span className="text-sm text-quiet">added {formatDate(passkey.createdAt, timeZone)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
