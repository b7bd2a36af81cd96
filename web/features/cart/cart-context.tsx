import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { addToCart, type CartItem, type CartTotals, cartTotals, setQuantity } from '#contract/cart.ts';
import type { ShippingRule } from '#contract/shipping.ts';
import { cartSessionId, changeCart, emptyCart, readCart, subscribeToCart } from './cart-store.ts';

type Cart = {
  items: readonly CartItem[];
  /** All pieces, whether they can be ordered or not. */
  itemCount: number;
  /** What an order of these lines costs by the shop's rule. */
  totalsOf: (items: readonly CartItem[]) => CartTotals;
  shippingRule: ShippingRule;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** Adds one piece; false where the specimen has no price. */
  add: (item: Omit<CartItem, 'quantity' | 'price'> & { price: string | number | null }) => boolean;
  /** Below 1 the line goes. */
  setQuantity: (specimenId: number, quantity: number) => void;
  /** Replaces what a line says of its specimen by what the server says today. */
  update: (specimenId: number, change: Partial<CartItem>) => void;
  remove: (specimenIds: readonly number[]) => void;
  clear: () => void;
};

const CartContext = createContext<Cart | null>(null);

export function CartProvider({ shippingRule, children }: { shippingRule: ShippingRule; children: ReactNode }) {
  const items = useSyncExternalStore(subscribeToCart, readCart, emptyCart);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    cartSessionId();
  }, []);

  const cart = useMemo<Cart>(
    () => ({
      items,
      itemCount: cartTotals(shippingRule, items).itemCount,
      totalsOf: (lines) => cartTotals(shippingRule, lines),
      shippingRule,
      isOpen,
      setOpen,
      add({ price, ...item }) {
        if (price === null || price === '') {
          console.error('Cannot add item without price');
          return false;
        }
        changeCart((now) => addToCart(now, { ...item, price }));
        return true;
      },
      setQuantity: (specimenId, quantity) => changeCart((now) => setQuantity(now, specimenId, quantity)),
      update: (specimenId, change) =>
        changeCart((now) => now.map((line) => (line.specimenId === specimenId ? { ...line, ...change } : line))),
      remove: (specimenIds) => changeCart((now) => now.filter((line) => !specimenIds.includes(line.specimenId))),
      clear: () => changeCart(() => []),
    }),
    [items, isOpen, shippingRule],
  );
  return <CartContext value={cart}>{children}</CartContext>;
}

/** The visitor's cart; amounts in cents. */
export function useCart(): Cart {
  const cart = use(CartContext);
  if (!cart) throw new Error('useCart must be used within a CartProvider');
  return cart;
}
