import { useQuery } from '@tanstack/react-query';
import type { DeskProps, NewPassword } from '#core/web/desk-feature.ts';
import { remainsByDefault } from '#features/passkeys/contract/passkey-rules.ts';
import type { Passkey } from '#features/passkeys/contract/passkeys.ts';
import { formatDate } from '#ui/lib/format.ts';
import { passkeysQuery } from './passkey-queries.ts';

/** The name of the boxes that keep passkeys. */
const REMAINING = 'remainingPasskeys';

export function useRemainingPasskeys({ timeZone }: DeskProps): NewPassword {
  const { data, isPending } = useQuery(passkeysQuery);
  const passkeys = data?.passkeys ?? [];
  return {
    isPending,
    fields: passkeys.length > 0 && <RemainingPasskeys passkeys={passkeys} timeZone={timeZone} />,
    read(form) {
      const remainingPasskeys = form.getAll(REMAINING).map(Number);
      const removed = passkeys.length - remainingPasskeys.length;
      return {
        // If they could not be listed, the owner decided nothing about them.
        decisions: data ? { remainingPasskeys } : {},
        told:
          removed === 0
            ? ''
            : `${removed === 1 ? 'One passkey was' : `${removed} passkeys were`} removed.`,
      };
    },
  };
}

/** A thief may have added a passkey. */
function RemainingPasskeys({ passkeys, timeZone }: { passkeys: Passkey[]; timeZone: string }) {
  const now = new Date();
  return (
    <fieldset>
      <legend className="font-medium">Passkeys to keep</legend>
      <p className="mt-1 mb-2 text-sm text-quiet">
        They log in without your password. Those you don’t check are removed. New ones start
        unchecked, so check them if they’re yours.
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
            {passkey.name}{' '}
            <span className="text-sm text-quiet">
              added {formatDate(passkey.createdAt, timeZone)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
