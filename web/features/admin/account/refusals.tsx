import { lazy, Suspense, useEffect, useState } from 'react';
import { refusals } from '#web/lib/api.ts';
import { cancelled } from '#web/lib/cancelled.ts';
import { openLogin } from '#web/lib/login-dialog.ts';
import { isLoggedOut, isUnconfirmed } from '#web/lib/refusals.ts';

const Confirmation = lazy(() => import('./confirmation.tsx'));

/** On every page of the owner: opens the login over it where the session has ended, and asks again who is there where the server wants that. */
export function Refusals() {
  const [end, setEnd] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    refusals.settle = async (error) => {
      if (isLoggedOut(error)) openLogin();
      if (!isUnconfirmed(error)) return false;
      asking ??= new Promise<boolean>((resolve) => setEnd(() => resolve)).finally(() => {
        asking = null;
        setEnd(null);
      });
      if (await asking) return true;
      throw cancelled();
    };
    return () => {
      delete refusals.settle;
    };
  }, []);
  return <Suspense>{end && <Confirmation onEnd={end} />}</Suspense>;
}
