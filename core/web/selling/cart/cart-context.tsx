import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import type { CartItem } from '#core/contract/selling/cart.ts';
import type { ShippingRule } from '#core/contract/selling/shipping.ts';
import { cartActions, cartSessionId, emptyCart, readCart, subscribeToCart } from './cart-store.ts';

type Cart = typeof cartActions & {
  items: readonly CartItem[];
  /** Counts what cannot be ordered, too. */
  itemCount: number;
  shippingRule: ShippingRule;
};

/** Lines change with hydration, and a context that does hydrates the whole page at once. */
const RuleContext = createContext<ShippingRule | null>(null);

export function CartProvider({
  shippingRule,
  children,
}: {
  shippingRule: ShippingRule;
  children: ReactNode;
}) {
  useEffect(() => {
    cartSessionId();
  }, []);
  return <RuleContext value={shippingRule}>{children}</RuleContext>;
}

/** Amounts in cents. */
export function useCart(): Cart {
  const shippingRule = use(RuleContext);
  const items = useSyncExternalStore(subscribeToCart, readCart, emptyCart);
  if (!shippingRule) throw new Error('useCart must be used within a CartProvider');
  const itemCount = items.reduce((count, { quantity }) => count + quantity, 0);
  return { ...cartActions, items, itemCount, shippingRule };
}
