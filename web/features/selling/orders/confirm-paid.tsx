import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OrderKind } from '#contract/selling/order-kinds.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { effectsQuery, useStatusChange } from './admin-order-queries.ts';
import { likelyPayment } from './likely-payment.ts';
import { PaymentFields } from './money-fields.tsx';
import { toastStatusUpdated } from './order-toasts.ts';
import { Effects } from './status-effects.tsx';

const NO_RESPONSE = 'no response from the shop';

type Props = { id: number; kind: OrderKind; timeZone: string; onClose: () => void; onPaid?: () => void };

/** Marks an order as paid, after asking how the payment came and showing what that does. A refusal is said here, where it can be tried again. */
export function ConfirmPaid({ id, kind, timeZone, onClose, onPaid }: Props) {
  const change = useStatusChange();
  const [payment, setPayment] = useState(() => likelyPayment(kind, timeZone));
  const { data: effects, error, isFetching, refetch } = useQuery(effectsQuery(id, 'paid'));

  const markPaid = async (event: FormEvent) => {
    event.preventDefault();
    try {
      // A callback would not be called: with the hold, the dialog may be gone by then.
      await change.mutateAsync({ id, from: 'pending', status: 'paid', payment });
    } catch {
      return;
    }
    onPaid?.();
    onClose();
    toastStatusUpdated();
  };

  return (
    <Dialog open onClose={onClose} title={`Mark order #${id} paid`}>
      <form onSubmit={(event) => void markPaid(event)} aria-label={`Mark order #${id} paid`}>
        <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
        <div className="mt-4 min-h-12">
          <Effects effects={effects} />
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
          <Button type="submit" disabled={change.isPending || effects?.refusal !== null}>
            Mark paid
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
