import { useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

type Owing = Pick<AdminOrder, 'id' | 'customerName' | 'dueAmount'>;

/** `mayShip`: asks where something is still due; `question`: to be drawn. */
export function useUnpaidQuestion({ id, customerName, dueAmount }: Owing) {
  const [answer, setAnswer] = useState<((mayShip: boolean) => void) | null>(null);
  const due = parseAmount(dueAmount) ?? 0;
  const settle = (mayShip: boolean) => {
    setAnswer(null);
    answer?.(mayShip);
  };
  return {
    mayShip: () =>
      due === 0
        ? Promise.resolve(true)
        : new Promise<boolean>((resolve) => setAnswer(() => resolve)),
    question: (
      <ConfirmDialog
        open={answer !== null}
        title={`Ship order #${id} unpaid?`}
        confirm="Ship it unpaid"
        onCancel={() => settle(false)}
        onConfirm={() => settle(true)}
      >
        {formatDollars(due)} is still due from {customerName || 'the buyer'}. Nothing is noted as
        received.
      </ConfirmDialog>
    ),
  };
}
