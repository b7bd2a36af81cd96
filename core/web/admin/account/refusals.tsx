import { lazy, Suspense, useEffect, useState } from 'react';
import { type ApiError, refusals } from '#ui/lib/api.ts';
import { cancelled } from '#ui/lib/cancelled.ts';
import { isUnconfirmed, openLoginIfNeeded } from '#ui/lib/refusals.ts';

const Confirmation = lazy(() => import('./confirmation.tsx'));

async function settleByLogin(error: ApiError): Promise<boolean> {
  openLoginIfNeeded(error);
  return false;
}

/**
 * Opens the login over any owner page when the session has ended, and asks for another proof when
 * the server demands it.
 */
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
      // The question goes with the page, and what is saved on leaving may be refused too.
      leave();
      refusals.settle = settleByLogin;
    };
  }, []);
  return <Suspense>{end && <Confirmation onEnd={end} />}</Suspense>;
}
