import { Suspense } from 'react';
import { HealthPanel } from '#web/features/admin/operations/health-panel.tsx';
import { SecondWayPanel } from '#web/features/admin/operations/second-way-panel.tsx';
import { MailServerPanel } from '#web/features/messages/mail/mail-server-panel.tsx';
import { Parts } from '#web/on-desk.tsx';

/** What the shop itself needs: email, and whether all is well. Loaded after the rest of the settings, at whose foot it is. */
export default function UpkeepSections({ hash, timeZone }: { hash: string; timeZone: string }) {
  return (
    <>
      <div id="email" className="mt-14 grid gap-x-16 gap-y-12 border-t border-line pt-10 lg:grid-cols-2">
        <MailServerPanel />
        <SecondWayPanel />
      </div>
      <Suspense>
        <Parts at="upkeep" timeZone={timeZone} />
      </Suspense>
      <div id="health" className="mt-14 border-t border-line pt-10">
        <HealthPanel isAsked={hash === 'health'} timeZone={timeZone} />
      </div>
    </>
  );
}
