import { useState } from 'react';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { useErasure } from './admin-order-queries.ts';

type Props = {
  order: OrderDetail;
};

/** Erases what leads to the buyer, after asking. */
export function EraseOrder({ order }: Props) {
  const [isAsking, setAsking] = useState(false);
  const erasure = useErasure(order.id);
  const isPending = order.status === 'pending';

  const erase = () =>
    erasure.mutate(isPending, {
      onSuccess: () => toast({ title: 'Personal Data Erased', description: `Order #${order.id} no longer identifies its buyer.` }),
      onError: (error) => toastError(error, `Failed to erase personal data: ${messageOf(error)}`),
      onSettled: () => setAsking(false),
    });

  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Erase personal data
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Erase personal data"
        confirm="Erase"
        isBusy={erasure.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={erase}
      >
        <p>
          Permanently erases the name, email, address, notes, Venmo details, tracking number and all emails of order #{order.id}. Items,
          amounts and status stay. An invoice keeps name and address for the years set in Settings.
        </p>
        {isPending && <p className="mt-3 callout">This order is still pending. Once erased, you can’t remind the buyer or ship it.</p>}
      </ConfirmDialog>
    </>
  );
}
