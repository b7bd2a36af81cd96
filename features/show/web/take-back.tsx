import { useState } from 'react';
import { noAmount } from '#core/contract/amount-question.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { randomId } from '#ui/lib/storage.ts';
import { AmountTextField } from '#ui/likely-amount.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { type Move, newEnding } from './entries.ts';
import { putEntry, StorageFull } from './show-queries.ts';
import { NO_ROOM, NOT_KEPT } from './use-typed-entry.ts';
import { Ways } from './ways.tsx';

/**
 * The money goes back, and the pieces are on sale again. It is written down like a sale, and sent
 * when it can be.
 */
export function TakeBack({ move, onClose }: { move: Move; onClose: () => void }) {
  const [price, setPrice] = useState(move.receivedAmount);
  const [method, setMethod] = useState(move.method || 'Other');
  const title = move.lines.map((line) => line.title).join('; ');
  const most = parseAmount(move.receivedAmount) ?? 0;
  const { problem, errors, isBusy, onSubmit } = useSubmit({
    check: () => {
      const cents = parseAmount(price);
      if (cents === null) return { price: noAmount(price) };
      return cents > most ? { price: `You have only ${formatDollars(most)} from this buyer` } : {};
    },
    send: async () => {
      const lines = move.lines.flatMap(({ specimenId, quantity }) =>
        specimenId === null ? [] : [{ specimenId, quantity }],
      );
      const typed = {
        orderId: move.orderId,
        title,
        lines,
        price: price.trim(),
        receivedAmount: move.receivedAmount,
        method,
      };
      await putEntry(newEnding(randomId(), Date.now(), { what: 'return', ...typed }));
      onClose();
    },
    explain: (error) => (error instanceof StorageFull ? NO_ROOM : NOT_KEPT),
  });
  return (
    <Dialog open onClose={onClose} title={`Take back order #${move.orderId}?`}>
      <form onSubmit={onSubmit} aria-label="Take back" noValidate className="space-y-4">
        <p className="wrap-anywhere text-quiet">
          {title}: back on sale, and the order is cancelled. If the buyer keeps some of it, press
          “Correct” instead and remove what came back.
        </p>
        <AmountTextField
          label="Amount to refund"
          prefix="$"
          inputMode="decimal"
          maxLength={20}
          className="min-h-14 text-2xl!"
          value={price}
          error={errors.price ?? ''}
          onType={setPrice}
        />
        <Ways value={method} onChange={(way) => way && setMethod(way)} />
        <FormEnd
          problem={problem}
          isBusy={isBusy}
          submit="Take back"
          close="Cancel"
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
