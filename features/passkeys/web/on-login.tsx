import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoginFeature, LoginPlaces } from '#core/web/shop-feature.ts';
import { Button } from '#ui/button.tsx';
import { reasonOf } from '#ui/lib/refusals.ts';
import { loginWithPasskey, passkeyLoginOptions, passkeyLoginQuery } from './login-queries.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from './passkey.ts';

export const passkeys = {
  underLogin: [{ order: 10, Part: PasskeyLogin }],
} satisfies LoginFeature;

/** Shown if a passkey could log in here. */
function PasskeyLogin({ isBusy, onBusy, enter }: LoginPlaces['underLogin']) {
  const [error, setError] = useState<string>();
  const { data: isPossible = false } = useQuery(passkeyLoginQuery);

  async function enterWithPasskey() {
    setError(undefined);
    onBusy(true);
    try {
      await enter(loginWithPasskey(await signWithPasskey(await passkeyLoginOptions())));
    } catch (failure) {
      setError(passkeyMessage(failure) ?? reasonOf(failure));
    } finally {
      onBusy(false);
    }
  }

  if (!isPossible || !hasPasskeys()) return null;
  return (
    <>
      <p className="flex items-center gap-4 text-sm text-quiet before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
        or
      </p>
      <Button
        look="outline"
        disabled={isBusy}
        onClick={() => void enterWithPasskey()}
        className="w-full"
      >
        Sign in with a passkey
      </Button>
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </>
  );
}
