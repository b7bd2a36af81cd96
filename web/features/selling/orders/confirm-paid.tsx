import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { effectsQuery, useStatusChange } from './admin-order-queries.ts';
import { toastStatusUpdated } from './order-toasts.ts';
import { Effects } from './status-effects.tsx';

const NO_RESPONSE = 'no response from the shop';

type Props = { id: number; onClose: () => void; onPaid: () => void };

/** Marks an order as paid after showing what that does. A refusal is said here, where it can be tried again. */
export function ConfirmPaid({ id, onClose, onPaid }: Props) {
  const change = useStatusChange();
  const { data: effects, error, isFetching, refetch } = useQuery(effectsQuery(id, 'paid'));

  const markPaid = () =>
    change.mutate(
      { id, from: 'pending', status: 'paid' },
      {
        onSuccess: () => {
          onPaid();
          onClose();
          toastStatusUpdated();
        },
      },
    );

  return (
    <Dialog open onClose={onClose} title={`Mark order #${id} paid`}>
      <div role="status" className="min-h-12">
        {effects && <Effects effects={effects} />}
      </div>
      {error && !effects && (
        <div role="alert" className="callout look-bad">
          <p className="wrap-anywhere">Couldn’t load what this changes: {messageOf(error, NO_RESPONSE)}</p>
          <Button look="outline" className="mt-3" disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {change.error && (
        <p role="alert" className="mt-4 callout look-bad wrap-anywhere">
          Failed to update status: {messageOf(change.error, NO_RESPONSE)}
        </p>
      )}
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
