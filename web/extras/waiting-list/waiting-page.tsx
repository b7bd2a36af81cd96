import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { FormPending } from '#web/features/messages/forms/form-pending.tsx';
import { useHydrated } from '#web/lib/hydrated.ts';
import { specimenLoader } from '#web/routes/specimen-form.ts';
import { WaitPage } from './wait.tsx';

export { head } from '#web/routes/specimen-form.ts';
export const loader = specimenLoader('Waiting list:');

const InLine = lazy(() => import('./in-line.tsx'));

/** Joins a waiting list, or shows a place in one, whose key is in the fragment, which only the browser knows. */
export default function WaitingPage() {
  const isJoining = useLocation({ select: ({ pathname }) => pathname.startsWith('/wait/') });
  const isHydrated = useHydrated();
  if (isJoining) return <WaitPage />;
  return <Suspense fallback={<FormPending />}>{isHydrated ? <InLine waiting={<FormPending />} /> : <FormPending />}</Suspense>;
}
