import { useState } from 'react';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { useErasure } from './buyer-data-queries.ts';

export function EraseOrder({ order }: { order: OrderDetail }) {
  const [isAsking, setAsking] = useState(false);
  const erasure = useErasure(order.id);
  const isPending = order.status === 'pending';
  if (order.erasedAt !== null) return null;

  const erase = () =>
    erasure.mutate(isPending, {
      onSuccess: () =>
        toast({
          title: 'Personal Data Erased',
          description: `Order #${order.id} no longer identifies its buyer.`,
        }),
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
          Permanently erases the name, email, address, notes, Venmo details, tracking number and all
          emails of order #{order.id}. Items, amounts and status stay. An invoice keeps name and
          address for the years set in Settings.
        </p>
        {isPending && (
          <p className="mt-3 callout">
            This order is still pending. Once erased, you can’t remind the buyer or ship it.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
