import type { Settings } from '#contract/admin/settings.ts';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { keysOf } from '#contract/catalogue/statuses.ts';
import { formatAmount, formatDollars, parsePrice } from '#contract/money.ts';
import { buyerRules, checkDirectForm } from '#contract/selling/checkout.ts';
import type { PlacedOrder } from '#contract/selling/orders.ts';
import { hasFreeShipping, pieceShipping } from '#contract/selling/shipping.ts';
import { CART_SHIPS_FREE } from '#contract/selling/shipping-beside.ts';
import { buyLabel, payableHandle, venmoHandle } from '#contract/selling/venmo.ts';
import { messageOf } from '#web/lib/api.ts';
import { AmountRow } from '#web/ui/amount-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { laterPayment, NOTES_HINT, ORDER_FAILED } from './form-words.ts';
import { usePlaceOrder } from './place-order.ts';

type Props = {
  specimen: SpecimenDetail;
  settings: Settings;
  onCancel: () => void;
  onPlaced: (placed: PlacedOrder) => void;
};

/** The checkout form of one specimen, in the quick view and on its page. */
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
        <AmountRow name="Total" value={formatDollars(price + shipping)} isTotal className="text-lg" />
      </dl>
      <TextField label="Full Name" name="customerName" autoComplete="name" required autoFocus error={errors.customerName} />
      <TextField label="Email" name="customerEmail" type="email" autoComplete="email" required error={errors.customerEmail} />
      <TextArea label="Shipping Address" name="customerAddress" autoComplete="street-address" required error={errors.customerAddress} />
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
