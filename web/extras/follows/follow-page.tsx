import { lazy, Suspense } from 'react';
import { FormPending } from '#web/features/messages/forms/form-pending.tsx';
import { useHydrated } from '#web/lib/hydrated.ts';

const Follow = lazy(() => import('./follow.tsx'));

/** Email alerts about a list. What the links of its emails open has its key in the fragment, which only the browser knows. */
export default function FollowPage() {
  const isHydrated = useHydrated();
  return <Suspense fallback={<FormPending />}>{isHydrated ? <Follow /> : <FormPending />}</Suspense>;
}
