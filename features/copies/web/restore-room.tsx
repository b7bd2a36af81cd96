import { useQuery } from '@tanstack/react-query';
import type { DeskProps } from '#core/web/desk-feature.ts';
import { isLoggedOut } from '#ui/lib/refusals.ts';
import { useFocusIfLost } from '#ui/use-focus-if-lost.ts';
import { restoreQuery } from './copies-queries.ts';
import { ReplacedShop } from './replaced-shop.tsx';
import { Restored, RestoreForm, RestoreProgress } from './restore-form.tsx';

export default function RestoreRoom({ timeZone }: DeskProps) {
  const { data, error } = useQuery(restoreQuery);
  const heading = useFocusIfLost<HTMLHeadingElement>(String(data?.isRunning ?? false));
  // Its sessions went with what the shop had before.
  const isRestored = data?.isRunning === true && isLoggedOut(error);
  return (
    <section aria-labelledby="restore-heading">
      <h2
        ref={heading}
        tabIndex={-1}
        id="restore-heading"
        className="scroll-mt-24 text-2xl outline-none"
      >
        Restore
      </h2>
      <p className="mt-2 mb-6 max-w-2xl text-quiet">
        Brings back a whole shop: pieces, orders with their numbers, invoices, settings and the
        login it had. Everything is checked before anything is written.
      </p>
      {isRestored && <Restored />}
      {error && !data && <p role="alert">This couldn’t be loaded. Please reload the page.</p>}
      {!error && !data && (
        <div role="status" aria-label="Loading" className="waiting h-64 max-w-2xl bg-line" />
      )}
      {data && !isRestored && (
        <>
          {data.isRunning && <RestoreProgress progress={data.progress} />}
          {/* It keeps what was typed for another try. */}
          <div hidden={data.isRunning}>
            <RestoreForm
              problem={data.problem}
              contents={data.contents}
              name="Restore"
              button="Restore the shop"
            />
          </div>
          <ReplacedShop timeZone={timeZone} />
        </>
      )}
    </section>
  );
}
