import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { WaitPage } from '#web/extras/waiting-list/wait.tsx';
import { useHydrated } from '#web/lib/hydrated.ts';
import { AskPage } from './forms/ask.tsx';

export { head, loader } from './specimen-forms-head.ts';

const InLine = lazy(() => import('#web/extras/waiting-list/in-line.tsx'));
const Follow = lazy(() => import('#web/extras/follows/follow.tsx'));

/** The pages with a form about one specimen. They are one screen: the names of three would cost every visitor of the shop. */
export default function SpecimenFormsPage() {
  const place = useLocation({ select: ({ pathname }) => pathname.split('/')[1] });
  if (place === 'ask') return <AskPage />;
  return place === 'wait' ? <WaitPage /> : <LinkPage />;
}

/** What the links of mails about waiting lists and want lists open. Their key is in the fragment, which only the browser knows. */
function LinkPage() {
  const isHydrated = useHydrated();
  const isFollow = useLocation({ select: ({ pathname }) => pathname === '/follow' });
  const page = isFollow ? <Follow /> : <InLine waiting={<Waiting />} />;
  return <Suspense fallback={<Waiting />}>{isHydrated ? page : <Waiting />}</Suspense>;
}

const Waiting = () => (
  <div className="page min-h-[60svh] py-10 md:py-14">
    <div role="status" aria-label="Loading" className="waiting needs-script space-y-4">
      <div className="h-10 w-72 bg-line" />
      <div className="h-40 bg-line" />
    </div>
    <p className="hidden unscripted:block">This page needs JavaScript; please switch it on for this site.</p>
  </div>
);
