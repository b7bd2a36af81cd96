import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { OrderKind } from '#core/contract/selling/order-kinds.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { effectsQuery, orderDetailQuery } from './admin-order-queries.ts';
import { toastPaid } from './order-toasts.ts';
import { useReceived } from './received-payment.tsx';
import { Effects } from './status-effects.tsx';

const NO_RESPONSE = 'no response from the shop';

type Props = {
  id: number;
  kind: OrderKind;
  timeZone: string;
  onClose: () => void;
  onPaid?: () => void;
};

/** A refusal is said here, where it can be tried again. */
export function ConfirmPaid({ id, kind, timeZone, onClose, onPaid }: Props) {
  const detail = useQuery(orderDetailQuery(id));
  const order = detail.data;
  const received = useReceived(order ?? { id, kind }, timeZone);
  const previewed = useQuery(effectsQuery(id, 'paid', { amount: received.amount }));
  const effects = previewed.data;
  const unloaded = [detail, previewed].filter(({ data, error }) => !data && error);
  const { isPart } = received;

  const markPaid = async (event: FormEvent) => {
    event.preventDefault();
    try {
      // A callback would not be called: with the hold, the dialog may be gone by then.
      await received.send();
    } catch {
      return;
    }
    onPaid?.();
    onClose();
    toastPaid(received);
  };

  return (
    <Dialog open onClose={onClose} title={`Mark order #${id} paid`}>
      <form onSubmit={(event) => void markPaid(event)} aria-label={`Mark order #${id} paid`}>
        {order && (
          <p className="mb-4 wrap-anywhere">
            {[order.customerName, `total ${formatDollars(parseAmount(order.totalAmount) ?? 0)}`]
              .filter(Boolean)
              .join(', ')}
            {order.dueAmount !== order.totalAmount &&
              `, ${formatDollars(parseAmount(order.dueAmount) ?? 0)} still due`}
          </p>
        )}
        {received.fields}
        <div className="mt-4 min-h-12">
          {isPart ? received.mail : <Effects effects={effects} />}
        </div>
        {unloaded[0] && (
          <div role="alert" className="callout look-bad">
            <p className="wrap-anywhere">
              Couldn’t load what this changes: {messageOf(unloaded[0].error, NO_RESPONSE)}
            </p>
            <Button
              look="outline"
              className="mt-3"
              disabled={unloaded.some(({ isFetching }) => isFetching)}
              onClick={() => {
                for (const query of unloaded) void query.refetch();
              }}
            >
              Try again
            </Button>
          </div>
        )}
        {received.error && (
          <p role="alert" className="mt-4 callout look-bad wrap-anywhere">
            Failed to update status: {messageOf(received.error, NO_RESPONSE)}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            aria-disabled={received.isComing || undefined}
            disabled={received.isBusy || !order || (!isPart && effects?.refusal !== null)}
          >
            {received.label ?? 'Mark paid'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
