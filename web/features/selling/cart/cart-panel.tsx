import { useNavigate } from '@tanstack/react-router';
import { formatDollars } from '#contract/money.ts';
import { cartTotals } from '#contract/selling/cart-totals.ts';
import { tooManyLines } from '#contract/selling/order-limits.ts';
import { shippingSentence } from '#contract/selling/shipping.ts';
import { AmountRow } from '#web/ui/amount-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { orderableLines, useCartCheck } from './cart-check.ts';
import { useCart } from './cart-context.tsx';
import { CartLine } from './cart-line.tsx';
import { cartPanel } from './cart-store.ts';

/** The cart, sliding in from the right over any page. */
export default function CartPanel() {
  const cart = useCart();
  const navigate = useNavigate();
  const isOpen = cartPanel.use();
  const checked = useCartCheck(cart.items, isOpen);
  const totals = cartTotals(cart.shippingRule, orderableLines(cart.shippingRule, cart.items, checked));
  const sentence = shippingSentence(cart.shippingRule);
  const tooMany = tooManyLines(cart.items.length);
  const close = () => cartPanel.set(false);

  return (
    <Dialog open={isOpen} onClose={close} title="Your Cart" place="right" closeLabel="Close cart">
      {cart.items.length === 0 ? (
        <div className="grid flex-1 place-content-center justify-items-center gap-5 p-6 text-center">
          <p className="font-serif text-xl">Your cart is empty</p>
          <Button onClick={close}>Continue Shopping</Button>
        </div>
      ) : (
        <>
          <ul className="min-h-36 flex-1 divide-y divide-line overflow-y-auto border-t border-line px-5">
            {cart.items.map((item) => (
              <CartLine key={item.specimenId} item={item} checked={checked.get(item.specimenId)} />
            ))}
          </ul>
          <div className="border-t border-line bg-raised px-5 py-4">
            <h3 className="mb-2 text-lg">Cart Summary</h3>
            <dl className="figures space-y-1">
              <AmountRow name="Subtotal" value={formatDollars(totals.subtotal)} />
              <AmountRow name="Shipping" value={totals.isShippingFree ? 'Free' : formatDollars(totals.shipping)} />
              <AmountRow name="Total" value={formatDollars(totals.total)} isTotal className="mt-2 text-lg font-medium" />
            </dl>
            {sentence && <p className="mt-2 text-sm text-quiet">{sentence}</p>}
            {tooMany !== null && (
              <p role="status" className="mt-3 callout text-sm text-warn">
                {tooMany}
              </p>
            )}
            <div className="mt-4 grid gap-2">
              <Button
                onClick={() => {
                  close();
                  void navigate({ to: '/checkout' });
                }}
              >
                Proceed to Checkout
              </Button>
              <Button look="plain" onClick={cart.clear}>
                Clear Cart
              </Button>
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}
