import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { effectsQuery, isLoggedOut, useStatusChange } from './admin-order-queries.ts';
import { Effects } from './status-effects.tsx';

type Props = { id: number; onClose: () => void; onLoginNeeded: () => void };

/** Marks an order as paid after showing what that does. */
export function ConfirmPaid({ id, onClose, onLoginNeeded }: Props) {
  const change = useStatusChange();
  const { data: effects } = useQuery(effectsQuery(id, 'paid'));

  const markPaid = () =>
    change.mutate(
      { id, status: 'paid' },
      {
        onSuccess: () => toast({ title: 'Status Updated', description: 'The order status has been updated successfully.' }),
        onError: (error) => {
          if (isLoggedOut(error)) onLoginNeeded();
          const description = `Failed to update status: ${messageOf(error, 'Failed to update order status')}`;
          toast({ variant: 'destructive', title: 'Error', description });
        },
        onSettled: onClose,
      },
    );

  return (
    <Dialog open onClose={onClose} title={`Mark order #${id} paid`}>
      <div role="status" className="min-h-12">
        {effects && <Effects effects={effects} />}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button data-focus-first disabled={change.isPending || effects?.refusal !== null} onClick={markPaid}>
          Mark paid
        </Button>
      </div>
    </Dialog>
  );
}
