import { useState } from 'react';
import type { CancelReport } from '#core/contract/selling/order-edits.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { toast } from '#ui/toast.ts';
import { useCancellation } from './admin-order-queries.ts';
import { toastNotCancelled } from './order-toasts.ts';

type Props = {
  orders: AdminOrder[];
  onClear: () => void;
  onDone: (report: CancelReport) => void;
};

const count = (many: number) => (many === 1 ? '1 order' : `${many} orders`);

export function CancelSeveral({ orders, onClear, onDone }: Props) {
  const [isAsking, setAsking] = useState(false);
  const cancellation = useCancellation();
  const paid = orders.filter(({ status }) => orderStatusTable[status].claim === 'taken').length;

  const cancel = () =>
    cancellation.mutate(
      orders.map((order) => order.id),
      {
        onSuccess: (report) => {
          onDone(report);
          const done = report.results.filter(({ result }) => result === 'cancelled').length;
          toast({
            title: 'Orders Cancelled',
            description: `${done} of ${count(report.results.length)} cancelled.`,
          });
        },
        onError: toastNotCancelled,
        onSettled: () => setAsking(false),
      },
    );

  return (
    <SaveBar>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="figures flex-1 whitespace-nowrap">
          {count(orders.length)} selected
        </p>
        <Button look="outline" onClick={onClear}>
          Clear
        </Button>
        <Parts at="selectedOrders" orders={orders} onDone={onClear} />
        <Button look="danger" onClick={() => setAsking(true)}>
          {orders.length === 1 ? 'Cancel order' : 'Cancel orders'}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`Cancel ${count(orders.length)}?`}
        cancel="Keep them"
        confirm={orders.length === 1 ? 'Cancel order' : 'Cancel orders'}
        isBusy={cancellation.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={cancel}
      >
        <p>
          Their specimens become available for purchase again. Each buyer is emailed if a mail
          server is set up.
        </p>
        <ul className="figures mt-3 border-t border-line text-sm">
          {orders.map((order) => (
            <li key={order.id} className="border-b border-line py-1.5 wrap-anywhere">
              #{order.id}, {order.customerName}: {order.status}
            </li>
          ))}
        </ul>
        {paid > 0 && (
          <p className="mt-3 callout">
            {count(paid)} already paid: {paid === 1 ? 'it stays' : 'they stay'}. Cancel{' '}
            {paid === 1 ? 'it' : 'each'} on its own page, with its refund.
          </p>
        )}
      </ConfirmDialog>
    </SaveBar>
  );
}

/** Draws nothing where all were cancelled. */
export function CancelProblems({ report }: { report: CancelReport | null }) {
  const others = report?.results.filter(({ result }) => result !== 'cancelled') ?? [];
  if (others.length === 0) return null;
  return (
    <ul role="alert" className="mt-4 callout bg-raised px-4 py-3">
      {others.map(({ id, message }) => (
        <li key={id}>{message}</li>
      ))}
    </ul>
  );
}
