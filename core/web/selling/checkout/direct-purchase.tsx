import type { Settings } from '#core/contract/admin/settings.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { formatAmount, formatDollars, parsePrice } from '#core/contract/money.ts';
import { buyerRules, checkDirectForm } from '#core/contract/selling/checkout.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { hasFreeShipping, pieceShipping } from '#core/contract/selling/shipping.ts';
import { CART_SHIPS_FREE } from '#core/contract/selling/shipping-beside.ts';
import { buyLabel, payableHandle, venmoHandle } from '#core/contract/selling/venmo.ts';
import { keysOf } from '#core/contract/tables.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { laterPayment, NOTES_HINT, ORDER_FAILED } from './form-words.ts';
import { usePlaceOrder } from './place-order.ts';

type Props = {
  specimen: SpecimenDetail;
  settings: Settings;
  onCancel: () => void;
  onPlaced: (placed: PlacedOrder) => void;
};

export default function DirectPurchase({ specimen, settings, onCancel, onPlaced }: Props) {
  const place = usePlaceOrder();
  const price = parsePrice(specimen.price) ?? 0;
  const rule = settings.shipping_rule;
  const shipping = pieceShipping(rule, specimen.shippingPrice) ?? 0;
  const asksVenmo = payableHandle(settings.venmo_settings) !== null;

  const { errors, isBusy, onSubmit } = useSubmit({
    names: keysOf(buyerRules),
    check: (fields) => checkDirectForm(fields, { asksVenmo }),
    send: async (fields) =>
      onPlaced(
        await place({
          specimenId: specimen.id,
          customerName: fields.customerName.trim(),
          customerEmail: fields.customerEmail.trim(),
          customerAddress: fields.customerAddress.trim(),
          venmoUsername: venmoHandle(fields.venmoUsername),
          ...(fields.notes.trim() !== '' && { notes: fields.notes.trim() }),
          totalAmount: formatAmount(price + shipping),
        }),
      ),
    explain: (error) => {
      const description = `Failed to place order: ${messageOf(error, ORDER_FAILED)}`;
      toast({ variant: 'destructive', title: 'Error', description });
    },
  });

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className="mt-6 space-y-4 border-t border-line pt-6"
      aria-label={buyLabel(settings.venmo_settings)}
    >
      <dl className="figures space-y-1 text-fine">
        <AmountRow name="Price" value={formatDollars(price)} />
        <AmountRow
          name={`Shipping${hasFreeShipping(rule, price) && shipping > 0 ? CART_SHIPS_FREE : ''}`}
          value={formatDollars(shipping)}
        />
        <AmountRow
          name="Total"
          value={formatDollars(price + shipping)}
          isTotal
          className="text-lg"
        />
      </dl>
      <TextField
        label="Full Name"
        name="customerName"
        autoComplete="name"
        required
        autoFocus
        error={errors.customerName}
      />
      <TextField
        label="Email"
        name="customerEmail"
        type="email"
        autoComplete="email"
        required
        error={errors.customerEmail}
      />
      <TextArea
        label="Shipping Address"
        name="customerAddress"
        autoComplete="street-address"
        required
        error={errors.customerAddress}
      />
      {asksVenmo && (
        <TextField
          label="Your Venmo Username"
          name="venmoUsername"
          prefix="@"
          autoCapitalize="none"
          hint="Helps us match your payment."
          required
          error={errors.venmoUsername}
        />
      )}
      <TextArea label="Order Notes" name="notes" rows={2} hint={NOTES_HINT} />
      <p className="text-quiet">{laterPayment(asksVenmo)}</p>
      <div className="flex flex-wrap gap-3 pt-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Processing...' : 'Complete Order'}
        </Button>
        <Button look="plain" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
