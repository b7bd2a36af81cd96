import { formatDollars, parseAmount } from '#contract/money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { useOrderDeletion } from './admin-order-queries.ts';

type Props = {
  /** The order that is to go; null: nothing is asked. */
  order: Pick<AdminOrder, 'id' | 'status' | 'lines' | 'receivedAmount'> | null;
  onClose: () => void;
  /** Called as soon as the admin has confirmed. */
  onConfirmed?: () => void;
};

/** Asks before an order is deleted, and deletes it. */
export function DeleteOrder({ order, onClose, onConfirmed }: Props) {
  const deletion = useOrderDeletion();

  function remove(id: number) {
    onClose();
    onConfirmed?.();
    deletion
      .mutateAsync(id)
      .then(() => toast({ title: 'Order Deleted', description: 'The order has been deleted successfully.' }))
      .catch((error: unknown) => {
        toastError(error, `Failed to delete order: ${messageOf(error)}`);
      });
  }

  const received = parseAmount(order?.receivedAmount ?? '') ?? 0;
  const what = (order?.lines.length ?? 0) > 1 ? 'its specimens become' : 'its specimen becomes';
  return (
    <ConfirmDialog
      open={order !== null}
      title={`Delete order #${order?.id}`}
      confirm="Delete"
      onCancel={onClose}
      onConfirm={() => order && remove(order.id)}
    >
      <p>Are you sure you want to delete this order? This action cannot be undone.</p>
      {order?.status === 'pending' && <p className="mt-3 callout">This order is still pending: {what} available for purchase again.</p>}
      {received > 0 && (
        <p className="mt-3 callout">
          You have {formatDollars(received)} for this order. It leaves your ledger with the order. To keep the books, cancel it instead.
        </p>
      )}
    </ConfirmDialog>
  );
}
