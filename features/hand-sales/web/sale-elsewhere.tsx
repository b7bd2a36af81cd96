import { useState } from 'react';
import { parseAmount } from '#core/contract/money.ts';
import { extensions } from '#core/contract/selling/holds.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import {
  type HandMadeStatus,
  handMadeStatuses,
  handMadeStatusTable,
  SELL_BY_HAND,
} from '#features/hand-sales/contract/hand-made.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf, problemCode } from '#ui/lib/api.ts';
import { isLoggedOut } from '#ui/lib/refusals.ts';
import { randomId } from '#ui/lib/storage.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { useSale } from './hand-sales-queries.ts';
import { saleFields } from './sale-fields.ts';
import { untilText } from './until-text.ts';

type Props = {
  specimen: {
    id: number;
    title: string;
    price: string | null;
    shippingPrice?: string | null;
    quantity: number;
  };
  onClose: () => void;
  onDone?: (order: OrderDetail) => void;
};

const holds = [
  ...extensions,
  { hours: 336, label: '14 days' },
  { hours: 720, label: '30 days' },
  { hours: 0, label: 'No time limit' },
];

const NO_ANSWER = 'No response. Record it again; it won’t be recorded twice.';
/** The first response was lost, and what was sent then differs from what is typed now. */
const RECORDED = 'This sale is already recorded, as you first typed it. See Orders.';

const isAmount = (text: string | null | undefined): text is string =>
  typeof text === 'string' && parseAmount(text) !== null;

function soldPart({ title, quantity }: Props['specimen'], sold: number): string {
  return sold < quantity
    ? `${sold} of ${quantity} pieces of ${title} ${sold === 1 ? 'is' : 'are'}`
    : `${title} is`;
}

export function SaleElsewhere({ specimen, onClose, onDone }: Props) {
  const sale = useSale();
  const [key] = useState(randomId);
  const isPriced = isAmount(specimen.price);
  const [typed, setTyped] = useState({
    price: isAmount(specimen.price) ? specimen.price : '',
    quantity: '1',
    shipping: isAmount(specimen.shippingPrice) ? specimen.shippingPrice : '',
    paidHow: '',
    customerName: '',
    customerEmail: '',
    customerAddress: '',
    status: 'delivered' as HandMadeStatus,
    holdHours: '72',
  });
  const isPaid = typed.status !== 'pending';
  const isShipped = typed.status !== 'delivered';
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const quantity = Number(typed.quantity);
      const { holdHours, shipping, ...rest } = typed;
      const hold = isPaid ? {} : { holdHours: Number(holdHours) };
      const parcel = isShipped ? { shipping } : {};
      const order = await sale.mutateAsync({
        key,
        sale: { ...rest, ...hold, ...parcel, specimenId: specimen.id, quantity },
      });
      const what = soldPart(specimen, quantity);
      if (isPaid)
        toast({ title: 'Sale Recorded', description: `${what} sold, as order #${order.id}.` });
      else toast({ title: 'On Hold', description: `${what} on hold, as order #${order.id}.` });
      onClose();
      onDone?.(order);
    },
    explain: (error) => {
      if (isLoggedOut(error)) return;
      return problemCode(error) === 'key_reused' ? RECORDED : messageOf(error, NO_ANSWER);
    },
  });

  return (
    <Dialog open onClose={onClose} title={SELL_BY_HAND}>
      <form onSubmit={onSubmit} aria-label={SELL_BY_HAND} className="space-y-4">
        <p className="wrap-anywhere text-quiet">
          {specimen.title}. It’s {isPaid ? 'taken out of stock' : 'on hold until it’s paid'}, and no
          email is sent.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...saleFields.price(specimen.quantity, isPaid)}
            required
            data-focus-first={isPriced ? undefined : ''}
            {...field('price')}
          />
          {specimen.quantity > 1 && (
            <TextField
              label="Quantity"
              type="number"
              min={1}
              max={specimen.quantity}
              step={1}
              required
              {...field('quantity')}
            />
          )}
          <SelectField {...saleFields.status} {...field('status')}>
            {handMadeStatuses.map((status) => (
              <option key={status} value={status}>
                {handMadeStatusTable[status]}
              </option>
            ))}
          </SelectField>
          {isShipped && <TextField {...saleFields.shipping} required {...field('shipping')} />}
          {!isPaid && (
            <SelectField
              label="On hold for"
              hint={untilText(Number(typed.holdHours), new Date())}
              {...field('holdHours')}
            >
              {holds.map(({ hours, label }) => (
                <option key={hours} value={hours}>
                  {label}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        {isPaid && <TextField {...saleFields.paidHow} {...field('paidHow')} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...saleFields.customerName} {...field('customerName')} />
          <TextField {...saleFields.customerEmail} {...field('customerEmail')} />
        </div>
        <TextArea {...saleFields.customerAddress(typed.status)} {...field('customerAddress')} />
        <FormEnd
          problem={problem}
          isBusy={isBusy}
          submit={isPaid ? 'Record sale' : 'Put on hold'}
          close="Cancel"
          focus={isPriced ? 'submit' : undefined}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
