import { lazy, Suspense } from 'react';
import { FormPending } from '#core/web/messages/forms/form-pending.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';

const Follow = lazy(() => import('./follow.tsx'));

/** The links of its emails have the key in the fragment, which only the browser knows. */
export default function FollowPage() {
  const isHydrated = useHydrated();
  return (
    <Suspense fallback={<FormPending />}>{isHydrated ? <Follow /> : <FormPending />}</Suspense>
  );
}
