import { useState } from 'react';
import { UNDO_MINUTES } from '#contract/extras/bulk-edits/bulk-edit-rules.ts';
import type { BulkEdit } from '#contract/extras/bulk-edits/bulk-edits.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useApply, usePlan } from './bulk-edit-queries.ts';
import { changeOf, initialChange } from './change-draft.ts';
import { ChangeFields } from './change-fields.tsx';
import { PlannedChanges, specimens } from './planned-changes.tsx';

type Props = {
  /** The specimens, in the order in which they were selected. */
  ids: readonly number[];
  onClose: () => void;
  /** Called when they are changed. */
  onDone: () => void;
};

const NO_ANSWER = 'No response. Try again; the change won’t be applied twice.';

/** Changes many specimens at once: first what, then all that will become of them, then it is done. */
export function BulkEditor({ ids, onClose, onDone }: Props) {
  const [draft, setDraft] = useState(initialChange);
  const [plan, setPlan] = useState<BulkEdit | null>(null);
  const planning = usePlan();
  const applying = useApply();

  const { errors, isBusy, onSubmit } = useSubmit({
    check: () => {
      const change = changeOf(draft);
      return 'error' in change ? { change: change.error } : {};
    },
    send: async () => {
      const change = changeOf(draft);
      if ('error' in change) return;
      setPlan(await planning.mutateAsync({ specimens: [...ids], change }));
    },
    explain: (problem) => toastError(problem, messageOf(problem, NO_ANSWER)),
  });

  const apply = ({ id }: BulkEdit) =>
    applying.mutate(id, {
      onSuccess: ({ changed, left, label }) => {
        const missed = left.filter(({ reason }) => reason === 'changed' || reason === 'gone').reduce((sum, { count }) => sum + count, 0);
        const rest = missed > 0 ? ` ${missed} changed since, so we left them alone.` : '';
        toast({
          title: label,
          description: `${specimens(changed)} ${draft.kind === 'delete' ? 'deleted' : 'changed'}.${rest} You can undo it for ${UNDO_MINUTES} minutes.`,
        });
        onDone();
      },
      onError: (problem) => toastError(problem, messageOf(problem, NO_ANSWER)),
    });

  if (plan) {
    return (
      <Dialog open onClose={onClose} title={plan.label}>
        <PlannedChanges plan={plan} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => setPlan(null)} data-focus-first>
            Back
          </Button>
          {plan.changed > 0 && (
            <Button look={draft.kind === 'delete' ? 'danger' : 'solid'} disabled={applying.isPending} onClick={() => apply(plan)}>
              {applying.isPending ? 'Working...' : `${draft.kind === 'delete' ? 'Delete' : 'Change'} ${specimens(plan.changed)}`}
            </Button>
          )}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={`Change ${specimens(ids.length)}`}>
      <form noValidate onSubmit={onSubmit} aria-label="Bulk edit">
        <ChangeFields draft={draft} error={errors.change} onChange={setDraft} />
        <div className="mt-6 flex justify-end">
          <Button type="submit" disabled={isBusy} className="max-sm:w-full">
            {isBusy ? 'Checking...' : 'Preview changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
