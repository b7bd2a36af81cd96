import { lazy, Suspense, useEffect, useState } from 'react';
import { type ApiError, refusals } from '#web/lib/api.ts';
import { cancelled } from '#web/lib/cancelled.ts';
import { isUnconfirmed, openLoginIfNeeded } from '#web/lib/refusals.ts';

const Confirmation = lazy(() => import('./confirmation.tsx'));

async function settleByLogin(error: ApiError): Promise<boolean> {
  openLoginIfNeeded(error);
  return false;
}

/** On every page of the owner: opens the login over it where the session has ended, and asks again who is there where the server wants that. */
export function Refusals() {
  const [end, setEnd] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    let leave = () => {};
    refusals.settle = async (error) => {
      if (!isUnconfirmed(error)) return settleByLogin(error);
      asking ??= new Promise<boolean>((resolve) => {
        leave = () => resolve(false);
        setEnd(() => resolve);
      }).finally(() => {
        asking = null;
        setEnd(null);
      });
      if (await asking) return true;
      throw cancelled();
    };
    return () => {
      // Its question goes with the page, and what is saved while it is left may be refused too.
      leave();
      refusals.settle = settleByLogin;
    };
  }, []);
  return <Suspense>{end && <Confirmation onEnd={end} />}</Suspense>;
}
