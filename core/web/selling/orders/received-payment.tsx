import { useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { usePayment, useStatusChange } from './admin-order-queries.ts';
import { useDraftedMail } from './drafted-mail.ts';
import { useLikelyPayment } from './likely-payment.ts';
import { AmountField, PaymentFields } from './money-fields.tsx';
import { ACCEPT_AS_SETTLED, KEEP_AS_GIFT } from './order-toasts.ts';
import { AnnouncedMail } from './status-effects.tsx';

const LEAVE = { pending: 'Keep the order pending', other: 'Leave the rest due' };
const tooMuch = ['Refund it later', KEEP_AS_GIFT] as const;

type Received = Pick<AdminOrder, 'id' | 'kind'> &
  Partial<Pick<AdminOrder, 'status' | 'dueAmount' | 'receivedAmount' | 'customerEmail'>>;

/** What came of an order that is marked paid, and what becomes of the difference. */
export function useReceived(order: Received, timeZone: string, isAsked = true) {
  const { id, dueAmount = '', receivedAmount = '', status } = order;
  const change = useStatusChange();
  const noting = usePayment(id);
  const [payment, setPayment] = useState(useLikelyPayment(order.kind, timeZone));
  const [typed, setTyped] = useState<string | null>(null);
  const [choice, setChoice] = useState('');
  const due = parseAmount(dueAmount) ?? 0;
  const amount = typed ?? dueAmount;
  const rest = due - (parseAmount(amount) ?? due);
  const leave = status === 'pending' ? LEAVE.pending : LEAVE.other;
  const choices = rest > 0 ? [leave, ACCEPT_AS_SETTLED] : rest < 0 ? tooMuch : [];
  const chosen = choices.find((one) => one === choice) ?? choices[0];
  const isPart = chosen === leave;
  const writesToBuyer = isAsked && isPart && order.customerEmail !== '';
  const { isComing, ...draft } = useDraftedMail(
    id,
    { kind: 'order_payment', amount },
    writesToBuyer,
  );

  return {
    amount,
    /** Less came, and the order stays as it is. */
    isPart,
    isBusy: change.isPending || noting.isPending,
    isComing,
    error: change.error ?? noting.error,
    label: isPart ? `Note ${formatDollars(due - rest)}` : null,
    done: `${formatDollars(rest)} of order #${id} is still due.`,
    mail: <AnnouncedMail {...draft} isOpen={false} />,
    send: () =>
      isPart
        ? noting.mutateAsync({ ...payment, amount, receivedAmount, writesToBuyer })
        : change.mutateAsync({
            id,
            from: status ?? 'pending',
            status: 'paid',
            payment: {
              ...payment,
              ...(due > 0 && { amount }),
              settles: chosen === ACCEPT_AS_SETTLED || chosen === KEEP_AS_GIFT,
            },
          }),
    fields: (
      <div className="space-y-4">
        {due > 0 && <AmountField label="Amount received" value={amount} onChange={setTyped} />}
        <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
        {choices.length > 0 && (
          <ChoiceField
            legend={`${formatDollars(Math.abs(rest))} ${rest > 0 ? 'is still due' : 'more than is due'}`}
            name={`rest-${id}`}
            choices={choices}
            chosen={chosen}
            onChange={(event) => setChoice(event.target.value)}
          />
        )}
      </div>
    ),
  };
}
