import { useState } from 'react';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { NO_ANSWER, usePlan } from './bulk-edit-queries.ts';
import { BulkEditor } from './bulk-editor.tsx';
import { PlanDialog } from './plan-dialog.tsx';

type Props = { ids: readonly number[]; onDone: () => void };

export function PublishButton({ ids, onDone }: Props) {
  const planning = usePlan();
  const [plan, setPlan] = useState<BulkEdit | null>(null);
  const [undisclosed, setUndisclosed] = useState<readonly number[] | null>(null);
  const close = () => setPlan(null);
  const ask = () =>
    planning.mutate(
      { specimens: [...ids], change: { kind: 'publish' } },
      {
        onSuccess: setPlan,
        onError: (problem) => toastError(problem, messageOf(problem, NO_ANSWER)),
      },
    );
  return (
    <>
      <Button
        look="outline"
        aria-disabled={planning.isPending}
        onClick={planning.isPending ? undefined : ask}
        className="max-sm:flex-1"
      >
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
