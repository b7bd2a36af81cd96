import { formatCount } from '#core/contract/counts.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { MatchedOrder, StatementPayment } from '#features/statements/contract/payments.ts';
import { SelectField, TextField } from '#ui/field.tsx';

type Props = {
  payment: StatementPayment;
  orders: MatchedOrder[];
  moreOrders: number;
  chosen: ReadonlyMap<string, number>;
  onChoose: (paymentId: string, orderId: number | null) => void;
};

export function OrderChoice({
  payment: { paymentId, from, amount },
  orders,
  moreOrders,
  chosen,
  onChoose,
}: Props) {
  const payable = orders.filter(
    ({ status, refusal }) => orderStatusTable[status].claim !== 'taken' && refusal === null,
  );
  if (payable.length + moreOrders === 0) return null;
  const orderId = chosen.get(paymentId);
  const isListed = payable.some(({ id }) => id === orderId);
  return (
    <>
      <SelectField
        label="This payment is for"
        aria-label={`The payment of ${from || amount} is for`}
        value={isListed ? orderId : ''}
        onChange={({ target }) =>
          onChoose(paymentId, target.value === '' ? null : Number(target.value))
        }
      >
        <option value="">None of these, or not sure</option>
        {payable.map(({ id, customerName }) => (
          <option key={id} value={id}>
            Order #{id}, {customerName}
          </option>
        ))}
      </SelectField>
      {moreOrders > 0 && (
        <TextField
          label="Or enter an order number"
          prefix="#"
          inputMode="numeric"
          hint={`${moreOrders === 1 ? 'One more order matches' : `${formatCount(moreOrders)} more orders match`}. Look up the number in Orders.`}
          value={orderId === undefined || isListed ? '' : orderId}
          onChange={({ target }) =>
            onChoose(paymentId, Number(target.value.replace(/\D/g, '').slice(0, 9)) || null)
          }
        />
      )}
    </>
  );
}
