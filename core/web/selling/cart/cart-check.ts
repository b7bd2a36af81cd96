import { useQuery } from '@tanstack/react-query';
import { GONE_NOTICE } from '#core/contract/catalogue/gone.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { formatDollars, parsePrice } from '#core/contract/money.ts';
import type { CartItem } from '#core/contract/selling/cart.ts';
import type { CheckedLine } from '#core/contract/selling/cart-check.ts';
import { centsOf } from '#core/contract/selling/cart-totals.ts';
import { pieceShipping, type ShippingRule } from '#core/contract/selling/shipping.ts';
import { cartCheckQuery } from './cart-queries.ts';

/** Asks again whenever the panel or the checkout opens. */
export function useCartCheck(
  items: readonly CartItem[],
  isOpen: boolean,
): ReadonlyMap<number, CheckedLine> {
  const asked = items.map(({ specimenId, quantity }) => ({ specimenId, quantity }));
  const { data } = useQuery(cartCheckQuery(asked, isOpen));
  return new Map(data?.lines.map((line) => [line.specimenId, line]));
}

type LineTrouble = {
  message: string;
  remedy: { kind: 'remove' } | { kind: 'update'; label: string; change: Partial<CartItem> };
};

/** Returns null where nothing is wrong or the response is not there yet. */
export function troubleOf(
  rule: ShippingRule,
  item: CartItem,
  checked: CheckedLine | undefined,
): LineTrouble | null {
  if (!checked) return null;
  const remove = { kind: 'remove' } as const;
  switch (checked.state) {
    case 'gone':
      return { message: GONE_NOTICE, remedy: remove };
    case 'sold':
      return { message: specimenStatusTable.sold.notice, remedy: remove };
    case 'pending':
      return { message: 'This specimen is on hold for another buyer.', remedy: remove };
    case 'not_for_sale':
      return { message: 'This specimen isn’t for sale right now.', remedy: remove };
    case 'not_enough':
      return {
        message: stockLimitLabel(checked.available),
        remedy: {
          kind: 'update',
          label: `Order ${checked.available}`,
          change: { quantity: checked.available },
        },
      };
    case 'ok':
      return priceTrouble(rule, item, checked);
  }
}

function priceTrouble(
  rule: ShippingRule,
  item: CartItem,
  { price, shippingPrice }: CheckedLine,
): LineTrouble | null {
  const cents = parsePrice(price);
  if (price === null || cents === null) return null;
  const change = { price, shippingPrice: shippingPrice ?? '0' };
  const remedy = { kind: 'update', label: 'Use the new price', change } as const;
  if (cents !== centsOf(item.price))
    return { message: `The price is now ${formatDollars(cents)}.`, remedy };
  const shipping = pieceShipping(rule, shippingPrice) ?? 0;
  if (shipping !== pieceShipping(rule, String(item.shippingPrice)))
    return { message: `Shipping is now ${formatDollars(shipping)}.`, remedy };
  return null;
}

/** Lines that cannot be ordered are in no total. */
export const orderableLines = (
  rule: ShippingRule,
  items: readonly CartItem[],
  checked: ReadonlyMap<number, CheckedLine>,
): readonly CartItem[] =>
  items.filter(
    (item) => troubleOf(rule, item, checked.get(item.specimenId))?.remedy.kind !== 'remove',
  );

/** Why the plus button stops. */
export const stockLimitLabel = (available: number) =>
  available === 1 ? 'Only one exists' : `Only ${available} exist`;
