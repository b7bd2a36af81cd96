import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { usePaidBy } from '#core/web/selling/orders/likely-payment.ts';
import { METHOD_OF_REFUND, MethodField, SEND_IT } from '#core/web/selling/orders/money-fields.tsx';
import { EMAIL_BUYER } from '#core/web/selling/orders/order-toasts.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { Tick } from '#ui/tick.tsx';
import { toast } from '#ui/toast.ts';
import { useGuardedClose } from '#ui/use-guarded-close.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { togetherQuery, useSendingTogether } from './parcels-queries.ts';

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);
const KEEP = 'Keep it as it is';

export default function SendTogether({
  order,
  onClose,
}: {
  order: OrderDetail;
  onClose: () => void;
}) {
  const sending = useSendingTogether(order.id);
  const [chosen, setChosen] = useState(() => order.couldJoin.map(({ id }) => id));
  const [takesOff, setTakesOff] = useState(true);
  const [method, setMethod] = useState(usePaidBy(order));
  const [writesToBuyer, setWrites] = useState(true);
  const { data: preview, error } = useQuery({
    ...togetherQuery(order.id, chosen),
    enabled: chosen.length > 0,
  });
  const saved = preview
    ? (parseAmount(preview.shippingAmount) ?? 0) - (parseAmount(preview.togetherAmount) ?? 0)
    : 0;
  const takeOff = `Take ${formatDollars(saved)} off`;
  const isRefunded = takesOff && saved > 0 && (parseAmount(preview?.refundAmount ?? '') ?? 0) > 0;

  const typed = JSON.stringify({ chosen, takesOff, method, writesToBuyer });
  const [untouched] = useState(typed);
  const { close, question } = useGuardedClose(typed !== untouched, onClose);

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      if (!preview) return;
      await sending.mutateAsync({
        orders: chosen,
        shippingAmount: preview.shippingAmount,
        takesOff,
        method,
        writesToBuyer,
      });
      onClose();
      toast({
        title: 'In One Package',
        description: `Order #${order.id} is sent together with ${new Intl.ListFormat('en-US').format(chosen.map((id) => `#${id}`))}.`,
      });
    },
    explain: (failure) => messageOf(failure),
  });

  return (
    <Dialog open onClose={close} title="Send together">
      <form onSubmit={onSubmit} aria-label="Send together" className="space-y-5">
        <fieldset>
          <legend className="mb-1">In one package with order #{order.id}</legend>
          {order.couldJoin.map(({ id, status, totalAmount }) => {
            const label = `Order #${id}, ${orderStatusTable[status].label.toLowerCase()}, ${dollars(totalAmount)}`;
            return (
              <div key={id}>
                <Tick
                  label={label}
                  visibleLabel={label}
                  checked={chosen.includes(id)}
                  onChange={(isChosen) =>
                    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                />
              </div>
            );
          })}
        </fieldset>
        <div role="status" className="space-y-3">
          {error && <p className="text-bad wrap-anywhere">{messageOf(error)}</p>}
          {preview && preview.refusal !== null && (
            <p className="text-bad wrap-anywhere">{preview.refusal}</p>
          )}
          {preview && (
            <dl className="figures space-y-1">
              <AmountRow name="Shipping now" value={dollars(preview.shippingAmount)} />
              <AmountRow name="In one package" value={dollars(preview.togetherAmount)} isTotal />
            </dl>
          )}
        </div>
        {saved > 0 && (
          <ChoiceField
            legend="The difference"
            name="difference"
            choices={[takeOff, KEEP]}
            chosen={takesOff ? takeOff : KEEP}
            onChange={(event) => setTakesOff(event.target.value !== KEEP)}
          />
        )}
        {isRefunded && (
          <>
            <p>{dollars(preview?.refundAmount ?? '')} of it was paid and is refunded.</p>
            <MethodField label={METHOD_OF_REFUND} value={method} onChange={setMethod} />
            <p className="text-sm text-quiet">{SEND_IT}</p>
          </>
        )}
        <Tick
          label={EMAIL_BUYER}
          visibleLabel={EMAIL_BUYER}
          checked={writesToBuyer}
          onChange={setWrites}
        />
        <FormEnd
          problem={problem}
          isBusy={isBusy || chosen.length === 0 || !preview || preview.refusal !== null}
          submit="Send together"
          onClose={close}
        />
      </form>
      {question}
    </Dialog>
  );
}
