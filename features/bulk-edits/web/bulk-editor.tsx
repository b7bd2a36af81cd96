import { useState } from 'react';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { NO_ANSWER, usePlan } from './bulk-edit-queries.ts';
import { changeOf, type DraftKind, initialChange } from './change-draft.ts';
import { ChangeFields } from './change-fields.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { specimens } from './planned-changes.tsx';

type Props = {
  ids: readonly number[];
  first?: DraftKind;
  onClose: () => void;
  onDone: () => void;
};

export function BulkEditor({ ids, first = initialChange.kind, onClose, onDone }: Props) {
  const [draft, setDraft] = useState({ ...initialChange, kind: first });
  const [plan, setPlan] = useState<BulkEdit | null>(null);
  const planning = usePlan();

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

  if (plan) {
    const verb = draft.kind === 'delete' ? 'delete' : 'change';
    return (
      <PlanDialog
        plan={plan}
        verb={verb}
        back={{ label: 'Back', go: () => setPlan(null) }}
        onClose={onClose}
        onDone={onDone}
      />
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
