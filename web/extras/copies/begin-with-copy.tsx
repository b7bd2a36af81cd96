import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isCancelled } from '#web/lib/cancelled.ts';
import { isLoggedOut, reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { ArrowDownIcon } from '#web/ui/icons.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { restoreQuery, startRestore } from './copies-queries.ts';
import { checkPlace, PlaceFields, type PlaceKind, placeNames, placeOf } from './place-fields.tsx';

/** Under the first steps of a shop that has nothing of its own yet: begins with a copy of another. */
export default function BeginWithCopy() {
  const { data, error } = useQuery(restoreQuery);
  const summary = useFocusIfLost<HTMLElement>(String(data?.isRunning ?? false));
  // Its sessions went with what the shop had before.
  if (data?.isRunning && isLoggedOut(error))
    return (
      <p role="status" className="mt-6 callout look-good">
        The shop is restored. Log in with the username and password it had.
      </p>
    );
  if (!data || data.contents.length > 0) return null;
  return (
    <details open={data.isRunning || data.problem !== null} className="group mt-12 border-t border-line py-4">
      <summary ref={summary} className="flex min-h-11 cursor-pointer list-none items-center gap-x-4 [&::-webkit-details-marker]:hidden">
        <h2 className="flex-1 text-2xl">Begin with a copy</h2>
        <ArrowDownIcon className="size-4 text-quiet transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <p className="mt-1 mb-6 max-w-2xl text-quiet">
        Moving here from another machine? A nightly copy brings back everything: pieces, orders, settings and your login. What you set up
        here so far is replaced.
      </p>
      {data.isRunning && (
        <p role="status" className="callout">
          The copy is being restored. This takes a few minutes, or hours for a very large shop. Keep the shop running.
        </p>
      )}
      {/* It keeps what was typed for another try. */}
      <div hidden={data.isRunning}>
        <Form problem={data.problem} />
      </div>
    </details>
  );
}

function Form({ problem: earlier }: { problem: string | null }) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<PlaceKind>('folder');
  const [isTouched, setTouched] = useState(false);
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: [...placeNames, 'words', 'day'],
    check: ({ words, day: _day, ...typed }) => ({
      ...checkPlace(kind, typed),
      words: words.trim() === '' ? 'Please type the words from your sheet.' : undefined,
    }),
    send: async ({ words, day, ...typed }) => {
      const state = await startRestore({ ...placeOf(kind, typed), words, day: day === '' ? null : day });
      setTouched(false);
      queryClient.setQueryData(restoreQuery.queryKey, state);
    },
    explain: (error) => (isCancelled(error) || isLoggedOut(error) ? undefined : reasonOf(error)),
  });
  return (
    <form onSubmit={onSubmit} onChange={() => setTouched(true)} noValidate aria-label="Copy to begin with" className="max-w-2xl space-y-6">
      <PlaceFields kind={kind} onKind={setKind} errors={errors} />
      <TextArea
        label="The 24 words"
        name="words"
        required
        rows={3}
        maxLength={2000}
        hint="From the sheet of the key, in order."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.words}
      />
      <TextField label="Day" name="day" type="date" hint="In UTC. Leave it blank for the newest copy." className="max-w-56" />
      {(problem ?? earlier) && (
        <p role="alert" className="callout look-bad wrap-anywhere">
          {problem ?? earlier}
        </p>
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Begin with this copy'}
      </Button>
      <LeaveGuard when={() => isTouched}>Nothing is restored yet.</LeaveGuard>
    </form>
  );
}
