import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import { isOnItsWay, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { toast } from '#ui/toast.ts';
import { useSettled } from '#ui/use-settled.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { effectsQuery, useStatusChange } from './admin-order-queries.ts';
import { AND_EMAIL, toastNotUpdated, toastStatusUpdated } from './order-toasts.ts';
import { isSameParcel, type Parcel, savedParcel } from './parcel.ts';
import { AnnouncedMail, Effects } from './status-effects.tsx';
import { useUnpaidQuestion } from './unpaid-question.tsx';
import { useOrderMerge } from './use-order-merge.ts';

const labels = {
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  customerAddress: 'Ship to',
};

type Props = { order: OrderDetail; parcel: Parcel; onChange: (parcel: Parcel) => void };

export function OrderShipping({ order, parcel, onChange }: Props) {
  const writesToBuyer = useRef(false);
  const [isTelling, setTelling] = useState(false);
  const pressedIn = useRef<HTMLFormElement>(null);
  const { send, choice } = useOrderMerge(order, {
    labels,
    fieldsOf: savedParcel,
    editOf: (typed) => ({ ...typed, writesToBuyer: writesToBuyer.current }),
    onMerged: onChange,
    onSaved: () =>
      toast({
        title: 'Order Updated',
        description: 'Carrier and tracking number have been saved.',
      }),
  });
  const change = useStatusChange();
  const unpaid = useUnpaidQuestion(order);
  const { progress, claim } = orderStatusTable[order.status];
  const isPaid = claim === 'taken';
  const isToShip = progress !== null && progress < orderStatusTable.shipped.progress;
  // Shipping saves it too.
  const saved = savedParcel(order);
  const isChanged = !isSameParcel(parcel, saved);
  const isNewNumber =
    !isSameParcel({ ...parcel, customerAddress: saved.customerAddress }, saved) &&
    parcel.trackingNumber.trim() !== '';
  const hasEmail = order.customerEmail !== '';
  const isToTell = hasEmail && isNewNumber && isOnItsWay(order.status);
  const [carrier = '', trackingNumber = ''] = useSettled(
    `${parcel.carrier}\n${parcel.trackingNumber}`,
  ).split('\n');
  const preview = useQuery({
    ...effectsQuery(order.id, 'shipped', { carrier, trackingNumber }),
    enabled: isToShip || isToTell,
  });
  const effects = isToShip || !preview.isPlaceholderData ? preview.data : undefined;

  const save = (isToWrite: boolean) => {
    writesToBuyer.current = isToWrite;
    return send(parcel);
  };
  const isToAct = isToShip || isToTell;
  useLayoutEffect(() => {
    // Before anything is drawn without the button that was pressed.
    if (isToAct || !pressedIn.current) return;
    if (document.activeElement === document.body)
      pressedIn.current.querySelector('input')?.focus({ preventScroll: true });
    pressedIn.current = null;
  });
  async function shipOrTell(form: HTMLFormElement | null) {
    if (isToShip && !(await unpaid.mayShip())) return;
    pressedIn.current = form;
    setTelling(true);
    try {
      if (isToShip) {
        await change.mutateAsync({
          id: order.id,
          from: order.status,
          status: 'shipped',
          ...parcel,
        });
        toastStatusUpdated();
      } else await save(true);
    } catch (error) {
      pressedIn.current = null;
      toastNotUpdated(error);
    } finally {
      setTelling(false);
    }
  }
  // Enter saves: a scanner presses it behind each number.
  const { isBusy: isSaving, onSubmit } = useSubmit({
    send: () => save(false),
    explain: toastNotUpdated,
  });
  const isBusy = isSaving || isTelling;

  const field = (name: keyof Parcel) => ({
    value: parcel[name] ?? '',
    maxLength: 100,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...parcel, [name]: event.target.value }),
  });
  if (choice) return choice;

  return (
    <form onSubmit={onSubmit} className="space-y-5">
      {parcel.customerAddress !== undefined && (
        <TextArea
          label={labels.customerAddress}
          {...field('customerAddress')}
          maxLength={buyerRules.customerAddress.maxLength}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={labels.carrier} placeholder="USPS, UPS, FedEx…" {...field('carrier')} />
        <TextField label={labels.trackingNumber} {...field('trackingNumber')} />
      </div>
      <div>
        {isToShip && <Effects effects={effects} isMailOpen={isPaid} />}
        {isToTell && (
          <AnnouncedMail mail={effects?.mail} hasMailServer={order.hasMailServer} isOpen />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {isToAct && (
          <Button
            look={isPaid ? 'solid' : 'outline'}
            disabled={isBusy || (isToShip && typeof effects?.refusal === 'string')}
            onClick={(event) => void shipOrTell(event.currentTarget.form)}
          >
            {isToShip ? 'Mark shipped' : 'Save'}
            {hasEmail && (order.hasMailServer ? AND_EMAIL : ' and prepare the email')}
          </Button>
        )}
        <Button type="submit" look="outline" disabled={!isChanged || isBusy}>
          {isToAct ? 'Save only' : 'Save'}
        </Button>
      </div>
      {unpaid.question}
      <LeaveGuard when={() => isChanged}>{UNSAVED}</LeaveGuard>
    </form>
  );
}
