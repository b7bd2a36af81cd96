import type { ReactNode } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import { formatAmount } from '#core/contract/money.ts';
import type { LostLine } from '#core/contract/problems.ts';
import type { CartItem } from '#core/contract/selling/cart.ts';
import { buyerRules, checkCheckoutForm, EMPTY_CART } from '#core/contract/selling/checkout.ts';
import { tooManyLines } from '#core/contract/selling/order-limits.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { payableHandle, venmoHandle } from '#core/contract/selling/venmo.ts';
import { keysOf } from '#core/contract/tables.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { messageOf, problemIn } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { NOTES_HINT, ORDER_FAILED } from './form-words.ts';
import { usePlaceOrder } from './place-order.ts';

type Props = {
  items: readonly CartItem[];
  /** Cents, as the buyer saw them. The shop refuses to charge more. */
  total: number;
  settings: Pick<Settings, 'general' | 'venmo_settings'>;
  onPlaced: (placed: PlacedOrder) => void;
  /** Nothing was reserved. */
  onLost: (lines: LostLine[]) => void;
  /** How to pay, above the button. */
  children: ReactNode;
};

export function CheckoutForm({ items, total, settings, onPlaced, onLost, children }: Props) {
  const place = usePlaceOrder();
  const takesVenmo = payableHandle(settings.venmo_settings) !== null;
  const tooMany = tooManyLines(items.length);
  const obstacle =
    items.length === 0
      ? { title: 'Empty Cart', description: EMPTY_CART }
      : tooMany !== null && { title: 'Order Failed', description: tooMany };
  const { errors, isBusy, onSubmit } = useSubmit({
    names: keysOf(buyerRules),
    check: (fields) => {
      const found = obstacle ? {} : checkCheckoutForm(fields);
      if (keysOf(found).some((name) => fields[name].trim() === ''))
        toast({
          variant: 'destructive',
          title: 'Missing Information',
          description: 'Please fill out all required fields',
          isSaid: false,
        });
      return found;
    },
    send: async (fields) => {
      if (obstacle) return toast({ variant: 'destructive', ...obstacle });
      const placed = await place({
        items: items.map(({ specimenId, title, price, shippingPrice, quantity }) => ({
          specimenId,
          title,
          price,
          shippingPrice,
          quantity,
        })),
        customerName: fields.customerName.trim(),
        customerEmail: fields.customerEmail.trim(),
        customerAddress: fields.customerAddress.trim(),
        totalAmount: formatAmount(total),
        venmoUsername: venmoHandle(fields.venmoUsername),
        notes: fields.notes.trim() || null,
      });
      toast({
        title: 'Order Placed Successfully',
        description: takesVenmo
          ? 'Your order has been placed. Please complete payment via Venmo.'
          : `Your order has been placed. Please email ${settings.general.contactEmail} to arrange payment.`,
      });
      onPlaced(placed);
    },
    explain: (error) => {
      toast({
        variant: 'destructive',
        title: 'Order Failed',
        description: messageOf(error, ORDER_FAILED),
      });
      onLost(problemIn(error, 'specimen_unavailable')?.lines ?? []);
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4" aria-label="Checkout">
      <TextField
        label="Full Name"
        name="customerName"
        autoComplete="name"
        required
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
        rows={4}
        error={errors.customerAddress}
      />
      {takesVenmo && (
        <TextField
          label="Your Venmo Username"
          name="venmoUsername"
          prefix="@"
          autoCapitalize="none"
          hint="Optional. Helps us match your payment."
          error={errors.venmoUsername}
        />
      )}
      <TextArea label="Order Notes" name="notes" hint={NOTES_HINT} />
      {children}
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? 'Processing...' : 'Complete Order'}
      </Button>
      <p className="text-sm text-quiet">
        {takesVenmo
          ? 'By completing this order you agree to pay via Venmo. Your order ships once payment is confirmed.'
          : 'By completing this order you agree to arrange payment with us. Your order ships once payment is confirmed.'}
      </p>
    </form>
  );
}
