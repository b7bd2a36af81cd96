import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey } from '#core/web/admin/account/account-queries.ts';
import { NAME_MISSING } from '#features/passkeys/contract/passkey-rules.ts';
import type { Passkey } from '#features/passkeys/contract/passkeys.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextField } from '#ui/field.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { formatDate } from '#ui/lib/format.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { createPasskey, hasPasskeys, PASSKEYS_REFUSED, passkeyMessage } from './passkey.ts';
import {
  addPasskey,
  passkeyOptions,
  passkeysQuery,
  removePasskey,
  renamePasskey,
} from './passkey-queries.ts';

const checkName = ({ passkeyName }: { passkeyName: string }) => ({
  passkeyName: passkeyName.trim() === '' ? NAME_MISSING : undefined,
});

export function PasskeysPanel({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(passkeysQuery);
  const [asked, setAsked] = useState<{ what: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const change = useChange();
  if (!data) return null;
  const obstacle = data.obstacle ?? (hasPasskeys() ? null : PASSKEYS_REFUSED);
  const close = () => setAsked(null);

  return (
    <section aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading" className="text-2xl">
        Passkeys
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        Log in with your device’s fingerprint, face or PIN, or with a security key. A passkey can’t
        be guessed or phished. Your password keeps working.
      </p>
      {data.passkeys.length > 0 && (
        <ul className="figures mb-6 border-b border-line">
          {data.passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2"
            >
              <span className="min-w-[min(12rem,100%)] flex-1 wrap-anywhere">
                {passkey.name}
                <span className="block text-sm text-quiet">
                  added {formatDate(passkey.createdAt, timeZone)},{' '}
                  {passkey.lastUsedAt === null
                    ? 'never used'
                    : `last used ${formatDate(passkey.lastUsedAt, timeZone)}`}
                </span>
                {!passkey.isUsable && (
                  <span className="block text-sm text-warn">
                    Made for {passkey.host}, so it doesn’t work here.
                  </span>
                )}
              </span>
              <span className="flex gap-2">
                <Button look="outline" onClick={() => setAsked({ what: 'rename', passkey })}>
                  Rename<span className="sr-only"> the passkey {passkey.name}</span>
                </Button>
                <Button look="outline" onClick={() => setAsked({ what: 'remove', passkey })}>
                  Remove<span className="sr-only"> the passkey {passkey.name}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {obstacle === null ? <AddForm /> : <p className="callout">{obstacle}</p>}
      <Dialog open={asked?.what === 'rename'} onClose={close} title="Rename passkey">
        <NameForm
          name={asked?.passkey.name ?? ''}
          onNamed={(name) => {
            close();
            if (asked)
              change.mutate({
                title: 'Passkey Renamed',
                call: () => renamePasskey(asked.passkey.id, name),
              });
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={asked?.what === 'remove'}
        title={`Remove “${asked?.passkey.name}”`}
        confirm="Remove"
        onCancel={close}
        onConfirm={() => {
          close();
          if (asked)
            change.mutate({
              title: 'Passkey Removed',
              call: () => removePasskey(asked.passkey.id),
            });
        }}
      >
        <p>
          It can no longer log in, and its other sessions end. Remove it from your device or key
          too.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function useChange() {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: ({ call }: { title: string; call: () => Promise<unknown> }) => call(),
    onSuccess: (_response, { title }) => toast({ title }),
    onError: (error) =>
      toastError(error, messageOf(error, 'Couldn’t change the passkey. Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  });
  return change;
}

function NameForm({ name, onNamed }: { name: string; onNamed: (name: string) => void }) {
  const { errors, onSubmit } = useSubmit({
    names: ['passkeyName'],
    check: checkName,
    send: ({ passkeyName }) => onNamed(passkeyName.trim()),
  });
  return (
    <form noValidate className="space-y-4" onSubmit={onSubmit}>
      <TextField
        label="Name"
        name="passkeyName"
        defaultValue={name}
        maxLength={60}
        autoComplete="off"
        data-focus-first
        error={errors.passkeyName}
      />
      <Button type="submit" className="w-full">
        Rename
      </Button>
    </form>
  );
}

function AddForm() {
  const queryClient = useQueryClient();
  const { errors, isBusy, onSubmit } = useSubmit({
    names: ['passkeyName'],
    check: checkName,
    send: async ({ passkeyName }, form) => {
      const name = passkeyName.trim();
      try {
        await addPasskey({ name, credential: await createPasskey(await passkeyOptions()) });
        form.reset();
        toast({ title: 'Passkey Added', description: `You can now log in with “${name}”.` });
      } finally {
        void queryClient.invalidateQueries({ queryKey: accountKey });
      }
    },
    explain: (failure) => {
      if (isLoggedOut(failure) || isCancelled(failure)) return;
      return { passkeyName: passkeyMessage(failure) ?? reasonOf(failure) };
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Add a passkey" className="space-y-4">
      <TextField
        label="Name of a new passkey"
        name="passkeyName"
        maxLength={60}
        autoComplete="off"
        hint="Such as Phone or Blue key. Your browser guides you from there."
        error={errors.passkeyName}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Waiting for your device...' : 'Add a passkey'}
      </Button>
    </form>
  );
}
