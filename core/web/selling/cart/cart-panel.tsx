import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatDollars } from '#core/contract/money.ts';
import { cartTotals } from '#core/contract/selling/cart-totals.ts';
import { tooManyLines } from '#core/contract/selling/order-limits.ts';
import { shippingSentence } from '#core/contract/selling/shipping.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { orderableLines, useCartCheck } from './cart-check.ts';
import { useCart } from './cart-context.tsx';
import { CartLine } from './cart-line.tsx';
import { cartPanel } from './cart-store.ts';
import { useUndo } from './use-undo.ts';

export default function CartPanel() {
  const cart = useCart();
  const navigate = useNavigate();
  const isOpen = cartPanel.use();
  const checked = useCartCheck(cart.items, isOpen);
  const totals = cartTotals(
    cart.shippingRule,
    orderableLines(cart.shippingRule, cart.items, checked),
  );
  const sentence = shippingSentence(cart.shippingRule);
  const tooMany = tooManyLines(cart.items.length);
  const close = () => cartPanel.set(false);
  const { clear, undo } = useUndo(cart.items);
  const { list, empty, onFocus } = useFocusedLine(isOpen, cart.items.length);
  const said = useSaid(isOpen, cart.items.length, {
    pieces: cart.itemCount,
    left: `${cart.itemCount} ${cart.itemCount === 1 ? 'piece' : 'pieces'}, ${formatDollars(totals.total)}`,
    isCleared: undo !== null,
  });

  return (
    <Dialog open={isOpen} onClose={close} title="Your Cart" place="right" closeLabel="Close cart">
      <p role="status" className="sr-only">
        {said}
      </p>
      {cart.items.length === 0 ? (
        <div
          ref={empty}
          className="grid flex-1 place-content-center justify-items-center gap-5 p-6 text-center"
        >
          <p className="font-serif text-xl">Your cart is empty</p>
          {undo && (
            <Button look="outline" onClick={undo}>
              Undo Clear Cart
            </Button>
          )}
          <Button onClick={close}>Continue Shopping</Button>
        </div>
      ) : (
        <>
          <ul
            ref={list}
            onFocus={onFocus}
            className="min-h-36 flex-1 divide-y divide-line overflow-y-auto border-t border-line px-5"
          >
            {cart.items.map((item) => (
              <CartLine key={item.specimenId} item={item} checked={checked.get(item.specimenId)} />
            ))}
          </ul>
          <div className="border-t border-line bg-raised px-5 py-4">
            <h3 className="mb-2 text-lg">Cart Summary</h3>
            <dl className="figures space-y-1">
              <AmountRow name="Subtotal" value={formatDollars(totals.subtotal)} />
              <AmountRow
                name="Shipping"
                value={totals.isShippingFree ? 'Free' : formatDollars(totals.shipping)}
              />
              <AmountRow
                name="Total"
                value={formatDollars(totals.total)}
                isTotal
                className="mt-2 text-lg font-medium"
              />
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
              <Button look="plain" onClick={clear}>
                Clear Cart
              </Button>
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The focus moves to the next line, or to what can be done without lines. */
function useFocusedLine(isOpen: boolean, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const empty = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  useLayoutEffect(() => {
    if (!isOpen || document.activeElement !== document.body) return;
    const line = list.current?.children[Math.min(at.current, count - 1)];
    ((line as HTMLElement | undefined) ?? empty.current?.querySelector('button'))?.focus();
  });
  const onFocus = ({ target }: { target: Node }) => {
    at.current = [...(list.current?.children ?? [])].findIndex((line) => line.contains(target));
  };
  return { list, empty, onFocus };
}

function useSaid(
  isOpen: boolean,
  count: number,
  { pieces, left, isCleared }: { pieces: number; left: string; isCleared: boolean },
): string {
  const [what, setWhat] = useState('');
  const before = useRef({ count, pieces });
  // Before anyone hears old news of the cart.
  useLayoutEffect(() => {
    if (!isOpen) setWhat('');
    else if (isCleared) setWhat('');
    else if (count < before.current.count) setWhat('Removed.');
    else if (pieces !== before.current.pieces) setWhat('In your cart:');
    before.current = { count, pieces };
  }, [isOpen, count, pieces, isCleared]);
  if (isCleared && count === 0) return 'Cart cleared. You can undo this for 10 seconds.';
  return what && (count === 0 ? `${what} Nothing is left in your cart.` : `${what} ${left}`);
}
