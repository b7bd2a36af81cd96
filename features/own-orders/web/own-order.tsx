import { useState } from 'react';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import { hasEnded, isChangeable } from '#core/contract/selling/order-statuses.ts';
import type { OrderPlaces } from '#core/web/shop-feature.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { Refusal } from '#ui/press.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { useAddressChange, useOwnCancellation } from './own-order-queries.ts';

type Props = OrderPlaces['actions'];

/** The button that was pressed is gone. */
const focus = (words: HTMLElement | null) => words?.focus();

export default function OwnOrder(props: Props) {
  const { order } = props;
  return (
    <>
      {isChangeable(order.status) && <Address {...props} />}
      <Cancellation {...props} />
    </>
  );
}

function Cancellation({ order, orderKey }: Props) {
  const { id, lines, payments } = order;
  const [isAsking, setAsking] = useState(false);
  const cancellation = useOwnCancellation(id, orderKey);
  if (cancellation.isSuccess && hasEnded(order.status))
    return (
      <p ref={focus} role="status" tabIndex={-1} className="order-last basis-full outline-none">
        {`You cancelled order #${id}.`}
      </p>
    );
  if (order.status !== 'pending' || order.paymentReportedAt !== null || payments.length > 0)
    return null;
  const one = lines.reduce((sum, { quantity }) => sum + quantity, 0) === 1;
  return (
    <>
      <Button look="plain" className="print:hidden" onClick={() => setAsking(true)}>
        Cancel this order
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Cancel your order #${id}?`}
        cancel="Keep my order"
        confirm="Cancel this order"
        isBusy={cancellation.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => cancellation.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <ul className="list-disc space-y-1 pl-5">
          {lines.map(({ id: line, title, quantity }) => (
            <li key={line}>{quantity > 1 ? `${title} × ${quantity}` : title}</li>
          ))}
        </ul>
        <p className="mt-3">
          {`We’ll stop holding ${one ? 'it: it goes' : 'them: they go'} to the next person in line or back on sale. After that, please don’t pay for this order.`}
        </p>
        <Refusal of={cancellation.error} />
      </ConfirmDialog>
    </>
  );
}

function Address({ order, orderKey }: Props) {
  const [isOpen, setOpen] = useState(false);
  const change = useAddressChange(order.id, orderKey);
  const { minLength, maxLength, message } = buyerRules.customerAddress;
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: ['address'],
    check: ({ address }) => ({
      address: address.trim().length < minLength ? message : undefined,
    }),
    send: async ({ address }) => {
      await change.mutateAsync(address.trim());
      setOpen(false);
    },
    explain: (error) => messageOf(error, 'We couldn’t change the address. Please try again.'),
  });
  const title = order.customerAddress === '' ? 'Add the address' : 'Change the address';
  return (
    <>
      <Button look="plain" className="print:hidden" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <p role="status" className="sr-only">
        {change.isSuccess ? `The address is now ${order.customerAddress}.` : ''}
      </p>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <form onSubmit={onSubmit} noValidate aria-label={title} className="space-y-4">
          <TextArea
            label="Shipping Address"
            name="address"
            autoComplete="street-address"
            required
            data-focus-first
            maxLength={maxLength}
            defaultValue={order.customerAddress}
            error={errors.address}
            hint={`For order #${order.id}. You can change it until it ships.`}
          />
          {problem && (
            <p role="alert" className="callout look-bad">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Saving…' : 'Save'}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
