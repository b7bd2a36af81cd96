import { lazy, Suspense, useEffect, useState } from 'react';
import { type ApiError, refusals } from '#web/lib/api.ts';
import { cancelled } from '#web/lib/cancelled.ts';
import { openLogin } from '#web/lib/login-dialog.ts';
import { isLoggedOut, isUnconfirmed } from '#web/lib/refusals.ts';

const Confirmation = lazy(() => import('./confirmation.tsx'));

async function openLoginIfNeeded(error: ApiError): Promise<boolean> {
  if (isLoggedOut(error)) openLogin();
  return false;
}

/** On every page of the owner: opens the login over it where the session has ended, and asks again who is there where the server wants that. */
export function Refusals() {
  const [end, setEnd] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    refusals.settle = async (error) => {
      if (!isUnconfirmed(error)) return openLoginIfNeeded(error);
      asking ??= new Promise<boolean>((resolve) => setEnd(() => resolve)).finally(() => {
        asking = null;
        setEnd(null);
      });
      if (await asking) return true;
      throw cancelled();
    };
    return () => {
      // What is saved while the page is left may be refused too.
      refusals.settle = openLoginIfNeeded;
    };
  }, []);
  return <Suspense>{end && <Confirmation onEnd={end} />}</Suspense>;
}
