import { useState } from 'react';
import type { BulkEdit } from '#contract/extras/bulk-edits/bulk-edits.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { NO_ANSWER, usePlan } from './bulk-edit-queries.ts';
import { BulkEditor } from './bulk-editor.tsx';
import { PlanDialog } from './plan-dialog.tsx';

type Props = { ids: readonly number[]; onDone: () => void };

/** Makes all of them visible and for sale at once, after it has named those that lack something. */
export function PublishButton({ ids, onDone }: Props) {
  const planning = usePlan();
  const [plan, setPlan] = useState<BulkEdit | null>(null);
  const [undisclosed, setUndisclosed] = useState<readonly number[] | null>(null);
  const close = () => setPlan(null);
  const ask = () =>
    planning.mutate(
      { specimens: [...ids], change: { kind: 'publish' } },
      { onSuccess: setPlan, onError: (problem) => toastError(problem, messageOf(problem, NO_ANSWER)) },
    );
  return (
    <>
      <Button look="outline" aria-disabled={planning.isPending} onClick={planning.isPending ? undefined : ask} className="max-sm:flex-1">
        {planning.isPending ? 'Checking...' : 'Publish these'}
      </Button>
      {plan && (
        <PlanDialog
          plan={plan}
          verb="publish"
          onDisclose={(some) => {
            close();
            setUndisclosed(some);
          }}
          back={{ label: 'Cancel', go: close }}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
      {undisclosed && (
        <BulkEditor
          ids={undisclosed}
          first="disclosures"
          onClose={() => setUndisclosed(null)}
          onDone={() => {
            setUndisclosed(null);
            ask();
          }}
        />
      )}
    </>
  );
}
