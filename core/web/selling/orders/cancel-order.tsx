import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount, formatDollars, parseAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { effectsQuery, useOrderCancellation } from './admin-order-queries.ts';
import { useDraftedMail } from './drafted-mail.ts';
import { todayIn, usePaidBy } from './likely-payment.ts';
import {
  AmountField,
  DayField,
  METHOD_OF_REFUND,
  MethodField,
  SEND_IT,
  WordsField,
} from './money-fields.tsx';
import { AND_EMAIL, toastStatusUpdated } from './order-toasts.ts';
import { type PieceChoice, PieceChoiceField } from './piece-choice.tsx';
import { AnnouncedMail, Effects } from './status-effects.tsx';

export type CancelledOrder = Pick<
  AdminOrder,
  'id' | 'kind' | 'customerName' | 'customerEmail' | 'receivedAmount' | 'dueAmount' | 'paidBy'
>;
type Props = {
  order: CancelledOrder;
  timeZone: string;
  onClose: () => void;
  onDone?: () => void;
};

const money = ['Refund all', 'Refund part', 'Keep it'] as const;

/** Says first who loses what, and what becomes of the money. */
export function CancelOrder({ order, timeZone, onClose, onDone }: Props) {
  const cancellation = useOrderCancellation(order.id);
  const received = parseAmount(order.receivedAmount) ?? 0;
  const [choice, setChoice] = useState<string>(money[received > 0 ? 0 : 2]);
  const [pieces, setPieces] = useState<PieceChoice>('sale');
  const [part, setPart] = useState('');
  const [words, setWords] = useState('');
  const [method, setMethod] = useState(usePaidBy(order));
  const [on, setOn] = useState(() => todayIn(timeZone));
  const hasEmail = order.customerEmail !== '';
  const buyer = order.customerName || 'the buyer';
  const { data: effects } = useQuery(effectsQuery(order.id, 'cancelled'));
  const refundAmount =
    { [money[0]]: order.receivedAmount, [money[1]]: part, [money[2]]: formatAmount(0) }[choice] ??
    '';
  const { isComing, ...draft } = useDraftedMail(
    order.id,
    { kind: 'order_cancelled', amount: refundAmount, method, words },
    hasEmail,
  );

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const given = { receivedAmount: order.receivedAmount, refundAmount, method, on, words };
      await cancellation.mutateAsync({ ...given, pieces });
      onDone?.();
      onClose();
      toastStatusUpdated();
    },
    explain: (error) => messageOf(error),
  });

  return (
    <Dialog open onClose={onClose} title={`Cancel order #${order.id}`}>
      <form onSubmit={onSubmit} aria-label={`Cancel order #${order.id}`} className="space-y-5">
        <p className="text-lg wrap-anywhere">
          {received > 0
            ? `You have ${formatDollars(received)} from ${buyer}.`
            : `Nothing has come from ${buyer} yet.`}
        </p>
        {received > 0 && (
          <ChoiceField
            legend="The money"
            name="money"
            choices={money}
            chosen={choice}
            onChange={(event) => setChoice(event.target.value)}
          />
        )}
        {choice === money[1] && (
          <AmountField label="Amount to refund" value={part} onChange={setPart} />
        )}
        {choice !== money[2] && (
          <>
            <MethodField label={METHOD_OF_REFUND} value={method} onChange={setMethod} />
            <DayField value={on} timeZone={timeZone} onChange={setOn} />
            <p className="text-sm text-quiet">{SEND_IT}</p>
          </>
        )}
        <PieceChoiceField value={pieces} onChange={setPieces} />
        {pieces === 'sale' && <Effects effects={effects && { ...effects, mail: null }} />}
        {hasEmail && (
          <>
            <WordsField value={words} onChange={setWords} />
            <AnnouncedMail {...draft} isOpen={false} />
          </>
        )}
        <FormEnd
          problem={problem}
          isBusy={isBusy}
          isMoving={isComing}
          submit={`Cancel order${hasEmail ? AND_EMAIL : ''}`}
          isDanger
          close="Keep the order"
          focus="close"
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
