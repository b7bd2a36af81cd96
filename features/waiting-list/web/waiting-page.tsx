import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { FormPending } from '#core/web/messages/forms/form-pending.tsx';
import { specimenLoader } from '#core/web/routes/specimen-form.ts';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { WaitPage } from './wait.tsx';

export { head } from '#core/web/routes/specimen-form.ts';
export const loader = specimenLoader('Waiting list:');

const InLine = lazy(() => import('./in-line.tsx'));

/** The key is in the fragment, which only the browser knows. */
export default function WaitingPage() {
  const isJoining = useLocation({ select: ({ pathname }) => pathname.startsWith('/wait/') });
  const isHydrated = useHydrated();
  if (isJoining) return <WaitPage />;
  return (
    <Suspense fallback={<FormPending />}>
      {isHydrated ? <InLine waiting={<FormPending />} /> : <FormPending />}
    </Suspense>
  );
}
