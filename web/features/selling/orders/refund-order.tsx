import { useState } from 'react';
import { parseAmount } from '#contract/money.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { Tick } from '#web/ui/tick.tsx';
import { toast } from '#web/ui/toast.ts';
import { useGuardedClose } from '#web/ui/use-guarded-close.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useRefund } from './admin-order-queries.ts';
import { DraftedMail } from './drafted-mail.tsx';
import { todayIn, usePaidBy } from './likely-payment.ts';
import { DayField, METHOD_OF_REFUND, MethodField, SEND_IT } from './money-fields.tsx';
import { EMAIL_BUYER } from './order-toasts.ts';

const WHOLE = '';

/** Notes a refund of an order: of all, of a line, or of any amount. */
export function RefundOrder({ order, timeZone, onClose }: { order: OrderDetail; timeZone: string; onClose: () => void }) {
  const refund = useRefund(order.id);
  const [lineId, setLineId] = useState(WHOLE);
  const [amount, setAmount] = useState(parseAmount(order.surplusAmount) ? order.surplusAmount : order.receivedAmount);
  const [method, setMethod] = useState(usePaidBy(order));
  const [on, setOn] = useState(() => todayIn(timeZone));
  const [writesToBuyer, setWrites] = useState(order.customerEmail !== '');

  function pick(id: string) {
    setLineId(id);
    setAmount(order.lines.find((line) => String(line.id) === id)?.lineTotal ?? order.receivedAmount);
  }
  const line = lineId === WHOLE ? {} : { lineId: Number(lineId) };

  const typed = JSON.stringify({ lineId, amount, method, on, writesToBuyer });
  const [untouched] = useState(typed);
  const { close, question } = useGuardedClose(typed !== untouched, onClose);

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      await refund.mutateAsync({ amount, method, on, receivedAmount: order.receivedAmount, writesToBuyer, ...line });
      onClose();
      toast({ title: 'Refund Noted', description: `The refund of order #${order.id} is in your ledger.` });
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
        <TextField
          label="Amount to refund"
          prefix="$"
          inputMode="decimal"
          required
          data-focus-first
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <div className="grid gap-4 min-[26rem]:grid-cols-2">
          <MethodField label={METHOD_OF_REFUND} value={method} onChange={setMethod} />
          <DayField value={on} timeZone={timeZone} onChange={setOn} />
        </div>
        {order.customerEmail !== '' && <Tick label={EMAIL_BUYER} visibleLabel={EMAIL_BUYER} checked={writesToBuyer} onChange={setWrites} />}
        {writesToBuyer && <DraftedMail id={order.id} input={{ kind: 'order_refunded', amount, method, ...line }} isOpen />}
        <p className="text-sm text-quiet">{SEND_IT}</p>
        <FormEnd problem={problem} isBusy={isBusy} submit="Note the refund" onClose={close} />
      </form>
      {question}
    </Dialog>
  );
}
