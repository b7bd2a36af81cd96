import { useState } from 'react';
import { formatAmount, formatDollars, parseAmount } from '#contract/money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';
import { usePaidCancellation } from './admin-order-queries.ts';
import { DraftedMail } from './drafted-mail.tsx';
import { todayIn, usePaidBy } from './likely-payment.ts';
import { DayField, METHOD_OF_REFUND, MethodField, SEND_IT } from './money-fields.tsx';
import { AND_EMAIL, toastStatusUpdated } from './order-toasts.ts';
import { type PieceChoice, PieceChoiceField } from './piece-choice.tsx';

export type PaidOrder = Pick<AdminOrder, 'id' | 'kind' | 'customerName' | 'customerEmail' | 'receivedAmount' | 'paidBy'>;
type Props = { order: PaidOrder; timeZone: string; onClose: () => void; onDone: () => void };

const money = ['Refund all', 'Refund part', 'Keep it'] as const;

/** Cancels a paid order, after asking what becomes of the money and the pieces. */
export function CancelPaid({ order, timeZone, onClose, onDone }: Props) {
  const cancellation = usePaidCancellation(order.id);
  const [choice, setChoice] = useState<string>(money[0]);
  const [pieces, setPieces] = useState<PieceChoice>('sale');
  const [part, setPart] = useState('');
  const [method, setMethod] = useState(usePaidBy(order));
  const [on, setOn] = useState(() => todayIn(timeZone));
  const received = parseAmount(order.receivedAmount) ?? 0;
  const refundAmount = { [money[0]]: order.receivedAmount, [money[1]]: part, [money[2]]: formatAmount(0) }[choice] ?? '';

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const given = { receivedAmount: order.receivedAmount, refundAmount, method, on };
      await cancellation.mutateAsync({ ...given, pieces });
      onDone();
      onClose();
      toastStatusUpdated();
    },
    explain: (error) => messageOf(error),
  });

  return (
    <Dialog open onClose={onClose} title={`Cancel order #${order.id}`}>
      <form onSubmit={onSubmit} aria-label={`Cancel order #${order.id}`} className="space-y-5">
        <p className="text-lg wrap-anywhere">
          You have {formatDollars(received)} from {order.customerName || 'the buyer'}.
        </p>
        <ChoiceField legend="The money" name="money" choices={money} chosen={choice} onChange={(event) => setChoice(event.target.value)} />
        {choice === money[1] && (
          <TextField
            label="Amount to refund"
            prefix="$"
            inputMode="decimal"
            required
            value={part}
            onChange={(event) => setPart(event.target.value)}
          />
        )}
        {choice !== money[2] && (
          <>
            <MethodField label={METHOD_OF_REFUND} value={method} onChange={setMethod} />
            <DayField value={on} timeZone={timeZone} onChange={setOn} />
            <p className="text-sm text-quiet">{SEND_IT}</p>
          </>
        )}
        <PieceChoiceField value={pieces} onChange={setPieces} />
        {order.customerEmail !== '' && (
          <DraftedMail id={order.id} input={{ kind: 'order_cancelled', amount: refundAmount, method }} isOpen />
        )}
        <FormEnd
          problem={problem}
          isBusy={isBusy}
          submit={`Cancel order${order.customerEmail === '' ? '' : AND_EMAIL}`}
          isDanger
          close="Keep the order"
          focus="close"
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
