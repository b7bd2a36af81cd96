import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_PRIVATE_NOTE } from '#core/contract/catalogue/private-notes.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { BuyerChange } from '#core/contract/selling/buyers.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { orderDetailQuery } from '#core/web/selling/orders/admin-order-queries.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextArea } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { formatDate } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';
import { useMerge } from '#ui/use-merge.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { useBuyerChange } from './buyers-queries.ts';

type Buyer = NonNullable<OrderDetail['buyer']>;
type Props = { orderId: number; email: string; buyer: Buyer; timeZone: string };

const labels = { note: 'Private note on this buyer' };

/** What else is known under the email address of an order's buyer. */
export function KnownBuyer({ orderId, email, buyer, timeZone }: Props) {
  const queryClient = useQueryClient();
  const change = useBuyerChange();
  const [note, setNote] = useState(buyer.note);
  const [isAsking, setAsking] = useState(false);

  const send = (what: Omit<BuyerChange, 'email'>, done: string) =>
    change.mutate(
      { email, ...what },
      {
        onSuccess: () => toast({ title: done }),
        onError: (error) => toastError(error),
        onSettled: () => setAsking(false),
      },
    );
  const storedIn = (known: Pick<Buyer, 'note' | 'version'>) => ({
    fields: { note: known.note },
    version: known.version,
  });
  const merge = useMerge({
    begin: storedIn(buyer),
    labels,
    load: async () =>
      storedIn((await queryClient.fetchQuery(orderDetailQuery(orderId))).buyer ?? buyer),
    save: async (fields, version) =>
      storedIn(await change.mutateAsync({ email, ...fields, version })),
    onMerged: (fields) => setNote(fields.note),
    onSaved: () => toast({ title: 'Note Saved' }),
    onFailed: toastError,
  });
  const isChanged = note.trim() !== merge.stored.note;
  const { onSubmit } = useSubmit({
    send: () => merge.send({ note }),
    explain: (error) => void toastError(error),
  });

  return (
    <>
      <Others buyer={buyer} timeZone={timeZone} />
      {merge.choice ?? (
        <form onSubmit={onSubmit} aria-label="Note on this buyer" className="mt-5 space-y-3">
          <TextArea
            label={labels.note}
            value={note}
            rows={2}
            maxLength={MAX_PRIVATE_NOTE}
            hint="Only you see this. It’s shown with every order from this address."
            onChange={(event) => setNote(event.target.value)}
          />
          <Button type="submit" look="outline" disabled={!isChanged || change.isPending}>
            Save note
          </Button>
          <LeaveGuard when={() => isChanged}>{UNSAVED}</LeaveGuard>
        </form>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        {buyer.isBlocked ? (
          <>
            <p className="text-bad">This address is blocked.</p>
            <Button
              look="outline"
              disabled={change.isPending}
              onClick={() => send({ isBlocked: false, orderId }, 'Address Unblocked')}
            >
              Unblock
            </Button>
          </>
        ) : (
          <Button look="outline" onClick={() => setAsking(true)}>
            Block this address
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Block this address"
        confirm="Block"
        isBusy={change.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => send({ isBlocked: true, orderId }, 'Address Blocked')}
      >
        Blocks new orders and questions from {email}; they’ll be asked to email you. Existing orders
        stay.
      </ConfirmDialog>
    </>
  );
}

function Others({
  buyer: { others, otherCount, paidAmount },
  timeZone,
}: {
  buyer: Buyer;
  timeZone: string;
}) {
  if (otherCount === 0)
    return <p className="mt-4 text-quiet">No other orders from this address.</p>;
  return (
    <div className="figures mt-5">
      <h4 className="font-medium">
        {otherCount === 1 ? '1 other order' : `${otherCount} other orders`}
        <span className="ml-3 font-normal text-quiet">
          {formatDollars(parseAmount(paidAmount) ?? 0)} paid in total
        </span>
      </h4>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {others.map(({ id, status, createdAt, totalAmount }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4 text-fine">
            <Link
              to="/orders"
              search={{ order: id }}
              activeProps={{}}
              className="inline-flex min-h-11 items-center text-link"
            >
              Order #{id}
            </Link>
            <span className="flex-1 basis-20 text-sm text-quiet">
              {orderStatusTable[status].label}, {formatDate(createdAt, timeZone)}
            </span>
            <span>{formatDollars(parseAmount(totalAmount) ?? 0)}</span>
          </li>
        ))}
      </ul>
      {otherCount > others.length && (
        <p className="mt-2 text-sm text-quiet">and {otherCount - others.length} more</p>
      )}
    </div>
  );
}
