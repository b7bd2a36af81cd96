import { useState } from 'react';
import { parseAmount } from '#core/contract/money.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { Tick } from '#ui/tick.tsx';
import { toast } from '#ui/toast.ts';
import { useGuardedClose } from '#ui/use-guarded-close.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { useRefund } from './admin-order-queries.ts';
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
import { EMAIL_BUYER } from './order-toasts.ts';
import { AnnouncedMail } from './status-effects.tsx';

const WHOLE = '';

export function RefundOrder({
  order,
  timeZone,
  onClose,
}: {
  order: OrderDetail;
  timeZone: string;
  onClose: () => void;
}) {
  const refund = useRefund(order.id);
  const [lineId, setLineId] = useState(WHOLE);
  const [amount, setAmount] = useState(
    parseAmount(order.surplusAmount) ? order.surplusAmount : order.receivedAmount,
  );
  const [method, setMethod] = useState(usePaidBy(order));
  const [on, setOn] = useState(() => todayIn(timeZone));
  const [writesToBuyer, setWrites] = useState(order.customerEmail !== '');
  const [words, setWords] = useState('');

  function pick(id: string) {
    setLineId(id);
    setAmount(
      order.lines.find((line) => String(line.id) === id)?.lineTotal ?? order.receivedAmount,
    );
  }
  const line = lineId === WHOLE ? {} : { lineId: Number(lineId) };
  const { isComing, ...draft } = useDraftedMail(
    order.id,
    { kind: 'order_refunded', amount, method, words, ...line },
    writesToBuyer,
  );

  const typed = JSON.stringify({ lineId, amount, method, on, words, writesToBuyer });
  const [untouched] = useState(typed);
  const { close, question } = useGuardedClose(typed !== untouched, onClose);

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      await refund.mutateAsync({
        amount,
        method,
        on,
        receivedAmount: order.receivedAmount,
        writesToBuyer,
        words,
        ...line,
      });
      onClose();
      toast({
        title: 'Refund Noted',
        description: `The refund of order #${order.id} is in your ledger.`,
      });
    },
    explain: (error) => messageOf(error),
  });

  return (
    <Dialog open onClose={close} title={`Refund order #${order.id}`}>
      <form onSubmit={onSubmit} aria-label={`Refund order #${order.id}`} className="space-y-5">
        <SelectField label="For" value={lineId} onChange={(event) => pick(event.target.value)}>
          <option value={WHOLE}>The order</option>
          {order.lines.map((line) => (
            <option key={line.id} value={line.id}>
              {line.title}
            </option>
          ))}
        </SelectField>
        <AmountField
          label="Amount to refund"
          data-focus-first
          value={amount}
          onChange={setAmount}
        />
        <div className="grid gap-4 min-[26rem]:grid-cols-2">
          <MethodField label={METHOD_OF_REFUND} value={method} onChange={setMethod} />
          <DayField value={on} timeZone={timeZone} onChange={setOn} />
        </div>
        {order.customerEmail !== '' && (
          <Tick
            label={EMAIL_BUYER}
            visibleLabel={EMAIL_BUYER}
            checked={writesToBuyer}
            onChange={setWrites}
          />
        )}
        {writesToBuyer && (
          <>
            <WordsField value={words} onChange={setWords} />
            <AnnouncedMail {...draft} isOpen />
          </>
        )}
        <p className="text-sm text-quiet">{SEND_IT}</p>
        <FormEnd
          problem={problem}
          isBusy={isBusy}
          isMoving={isComing}
          submit="Note the refund"
          onClose={close}
        />
      </form>
      {question}
    </Dialog>
  );
}
