import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CopiesState } from '#features/copies/contract/copies.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { LearnMore } from '#ui/learn-more.tsx';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { formatDate } from '#ui/lib/format.ts';
import { copiesQuery, copyNow, isBusy, savePlan } from './copies-queries.ts';
import { CopyKey } from './copy-key.tsx';
import { CopyPlaces } from './copy-places.tsx';
import { CopyProgress } from './copy-progress.tsx';
import { CopyTimes } from './copy-times.tsx';

export default function CopiesSection({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient();
  const { data: state, error } = useQuery(copiesQuery);
  const onChange = (changed: CopiesState) =>
    queryClient.setQueryData(copiesQuery.queryKey, changed);
  return (
    <section aria-labelledby="copies-heading">
      <h2 id="copies-heading" className="text-2xl">
        Nightly copies
      </h2>
      <p className="mt-2 max-w-2xl text-quiet">
        Every night the shop copies itself to another disk, a network share or a bucket. Copies are
        encrypted; only the 24 words of your key open them.
      </p>
      <LearnMore>
        <p>
          Each photo is copied once, so most nights are quick. Once a week we restore the newest
          copy as a test and compare it with the shop.
        </p>
      </LearnMore>
      {error && !state && (
        <p role="alert">The copies couldn’t be loaded. Please reload the page.</p>
      )}
      {!error && !state && (
        <div
          role="status"
          aria-label="Loading the copies"
          className="waiting h-64 max-w-2xl bg-line"
        />
      )}
      {state && (
        <>
          <Standing state={state} timeZone={timeZone} />
          <CopyProgress state={state} />
          <Actions state={state} onChange={onChange} />
          <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-2">
            <CopyPlaces state={state} timeZone={timeZone} onChange={onChange} />
            <div className="space-y-12">
              <CopyKey state={state} timeZone={timeZone} onChange={onChange} />
              <CopyTimes state={state} onChange={onChange} />
            </div>
          </div>
        </>
      )}
    </section>
  );
}

type Props = { state: CopiesState; onChange: (state: CopiesState) => void };

function Standing({ state, timeZone }: { state: CopiesState; timeZone: string }) {
  const failed = state.places.filter(({ trouble }) => trouble !== null).length;
  const say = (look: string, text: ReactNode) => (
    <p role="status" className={`max-w-2xl callout ${look}`}>
      {text}
    </p>
  );
  if (state.key === 'lost')
    return say(
      'look-bad',
      <>
        The key can’t be read: its file, <code>shop.key</code> in <code>DATA_DIR</code>, is missing
        or doesn’t match. No copies are made until you make a new key below.
      </>,
    );
  if (state.places.length === 0)
    return say(
      '',
      state.key === 'none'
        ? 'No copies yet. Choose a place, then make the key.'
        : 'No copies are being made. Choose a place.',
    );
  if (state.key === 'none') return say('', 'No copies yet. Make the key, and they start tonight.');
  if (!state.plan.isOn) return say('', 'Copies are off. Those you have stay where they are.');
  if (isBusy(state)) return say('look-good', 'A copy is being made. You can leave this page.');
  if (failed > 0)
    return say(
      'look-bad',
      `The last copy failed${state.places.length === 1 ? '' : ` in ${failed} of ${state.places.length} places`}. See below.`,
    );
  return say('look-good', `Copies are on. Next one: ${formatDate(state.nextAt ?? '', timeZone)}.`);
}

function Actions({ state, onChange }: Props) {
  const [isWaiting, setWaiting] = useState(false);
  if (state.key !== 'known' || state.places.length === 0) return null;
  const attempt = async (work: () => Promise<CopiesState>) => {
    setWaiting(true);
    try {
      onChange(await work());
    } catch (error) {
      if (!isCancelled(error)) toastError(error);
    } finally {
      setWaiting(false);
    }
  };
  const { isOn } = state.plan;
  const isIdle = !isBusy(state) && !isWaiting;
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {isOn && (
        <>
          <Button disabled={!isIdle} onClick={() => void attempt(() => copyNow('now'))}>
            Copy now
          </Button>
          <Button
            look="outline"
            disabled={!isIdle}
            onClick={() => void attempt(() => copyNow('proof'))}
          >
            Copy and prove now
          </Button>
        </>
      )}
      <Button
        look={isOn ? 'danger' : 'solid'}
        disabled={isWaiting}
        onClick={() => void attempt(() => savePlan({ ...state.plan, isOn: !isOn }))}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
    </div>
  );
}
