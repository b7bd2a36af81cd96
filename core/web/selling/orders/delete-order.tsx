import { useQuery } from '@tanstack/react-query';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { effectsQuery, orderDetailQuery, useOrderDeletion } from './admin-order-queries.ts';

type Props = {
  /** null: nothing is asked. */
  order: Pick<AdminOrder, 'id' | 'status' | 'lines' | 'receivedAmount'> | null;
  onClose: () => void;
  /** Called as soon as the admin has confirmed. */
  onConfirmed?: () => void;
};

/** Says first what follows, or why the order must stay. */
export function DeleteOrder({ order, onClose, onConfirmed }: Props) {
  const deletion = useOrderDeletion();
  const id = order?.id ?? 0;
  const { data: detail } = useQuery({ ...orderDetailQuery(id), enabled: order !== null });
  const isPending = order?.status === 'pending';
  // What it holds goes where a cancelled order's pieces go.
  const { data: effects, isPlaceholderData: isOfAnother } = useQuery({
    ...effectsQuery(id, 'cancelled'),
    enabled: isPending,
  });

  function remove(id: number) {
    onClose();
    onConfirmed?.();
    deletion
      .mutateAsync(id)
      .then(() =>
        toast({ title: 'Order Deleted', description: 'The order has been deleted successfully.' }),
      )
      .catch((error: unknown) => {
        toastError(error, `Failed to delete order: ${messageOf(error)}`);
      });
  }

  const received = parseAmount(order?.receivedAmount ?? '') ?? 0;
  const what = (order?.lines.length ?? 0) > 1 ? 'its specimens become' : 'its specimen becomes';
  const moved = isPending && !isOfAnother ? (effects?.specimens ?? []) : [];
  const refusal = detail?.deletionRefusal ?? null;
  return (
    <ConfirmDialog
      open={order !== null}
      title={`Delete order #${order?.id}`}
      cancel={refusal === null ? 'Cancel' : 'Close'}
      confirm={refusal === null ? 'Delete' : null}
      onCancel={onClose}
      onConfirm={() => order && remove(order.id)}
    >
      <p>
        {refusal ?? 'Are you sure you want to delete this order? This action cannot be undone.'}
      </p>
      {isPending && refusal === null && (
        <p role="status" className="mt-3 callout">
          {moved.some(({ forLine }) => forLine)
            ? `This order is still pending. ${moved.map(({ text }) => text).join(' ')}`
            : `This order is still pending: ${what} available for purchase again.`}
        </p>
      )}
      {received > 0 && refusal === null && (
        <p className="mt-3 callout">
          You have {formatDollars(received)} for this order. It leaves your ledger with the order.
          To keep the books, cancel it instead.
        </p>
      )}
      {detail && refusal === null && <Parts at="orderDeletion" order={detail} />}
    </ConfirmDialog>
  );
}
