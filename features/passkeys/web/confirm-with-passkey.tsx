import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Places } from '#core/web/desk-feature.ts';
import { Button } from '#ui/button.tsx';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from './passkey.ts';
import { confirmationOptions, confirmPasskey, passkeysQuery } from './passkey-queries.ts';

/** Shown if a passkey could confirm here. */
export default function ConfirmWithPasskey({
  isBusy,
  isPasswordSent,
  onBusy,
  onEnd,
}: Places['underConfirmation']) {
  const [error, setError] = useState<string>();
  const { data } = useQuery(passkeysQuery);
  const isPossible = data?.passkeys.some(({ isUsable }) => isUsable) && hasPasskeys();
  if (isPasswordSent && error !== undefined) setError(undefined);

  async function givePasskey() {
    setError(undefined);
    onBusy(true);
    try {
      await confirmPasskey(await signWithPasskey(await confirmationOptions()));
      onEnd(true);
    } catch (failure) {
      if (isLoggedOut(failure)) onEnd(false);
      else setError(passkeyMessage(failure) ?? reasonOf(failure));
    } finally {
      onBusy(false);
    }
  }

  return (
    <>
      {isPossible && (
        <Button
          look="outline"
          disabled={isBusy}
          onClick={() => void givePasskey()}
          className="w-full"
        >
          Use a passkey
        </Button>
      )}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </>
  );
}
