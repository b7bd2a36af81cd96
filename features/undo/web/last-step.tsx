import { useRef } from 'react';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { UndoneStep } from '#features/undo/contract/steps.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { formatDate } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';
import { useUndo } from './undo-queries.ts';

const words: Record<UndoneStep, string> = {
  paid: 'Marked paid',
  shipped: 'Marked shipped',
  delivered: 'Marked delivered',
  cancelled: 'Cancelled',
  payment: 'Payment noted',
  refund: 'Refund noted',
};

/** Draws nothing where nothing can be taken back. */
export function LastStep({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const undoing = useUndo(order.id);
  const own = useRef<HTMLDivElement>(null);
  const { undo } = order;
  const takeBack = (at: string) =>
    undoing.mutate(at, {
      onSuccess: () => {
        own.current?.focus();
        toast({ title: 'Undone', description: `Order #${order.id} is as it was before.` });
      },
      onError: (error) => toastError(error),
    });
  return (
    <div ref={own} tabIndex={-1} className="outline-none">
      {undo && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="figures text-quiet">
            {words[undo.step]} on {formatDate(undo.at, timeZone)}.
            {undo.sendsAt !== null &&
              ` The buyer is emailed ${(Date.parse(undo.sendsAt) - Date.parse(undo.at)) / 1000} seconds later.`}
            {undo.isMailed && ' The buyer was emailed, and will read that it was a mistake.'}
          </p>
          <Button look="outline" disabled={undoing.isPending} onClick={() => takeBack(undo.at)}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
