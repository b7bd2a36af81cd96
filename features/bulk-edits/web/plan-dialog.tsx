import { UNDO_MINUTES } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { NO_ANSWER, useApply } from './bulk-edit-queries.ts';
import { PlannedChanges, specimens } from './planned-changes.tsx';

const verbs = {
  change: ['Change', 'changed'],
  delete: ['Delete', 'deleted'],
  publish: ['Publish', 'published'],
} as const;

type Props = {
  plan: BulkEdit;
  verb: keyof typeof verbs;
  back: { label: string; go: () => void };
  onDisclose?: (ids: readonly number[]) => void;
  onClose: () => void;
  onDone: () => void;
};

export function PlanDialog({ plan, verb, back, onDisclose, onClose, onDone }: Props) {
  const applying = useApply();
  const [does, done] = verbs[verb];

  const apply = () =>
    applying.mutate(plan.id, {
      onSuccess: ({ changed, left, label }) => {
        const missed = left
          .filter(({ reason }) => reason === 'changed' || reason === 'gone')
          .reduce((sum, { count }) => sum + count, 0);
        const rest = missed > 0 ? ` ${missed} changed since, so we left them alone.` : '';
        toast({
          title: label,
          description: `${specimens(changed)} ${done}.${rest} You can undo it in Manage for ${UNDO_MINUTES} minutes.`,
        });
        onDone();
      },
      onError: (problem) => toastError(problem, messageOf(problem, NO_ANSWER)),
    });

  return (
    <Dialog open onClose={onClose} title={plan.label}>
      <PlannedChanges plan={plan} onDisclose={onDisclose} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={back.go} data-focus-first>
          {back.label}
        </Button>
        {plan.changed > 0 && (
          <Button
            look={verb === 'delete' ? 'danger' : 'solid'}
            aria-disabled={applying.isPending}
            onClick={applying.isPending ? undefined : apply}
          >
            {applying.isPending ? 'Working...' : `${does} ${specimens(plan.changed)}`}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
