import type { ReactNode } from 'react';
import { formatDollars } from '#core/contract/money.ts';
import type { CartItem } from '#core/contract/selling/cart.ts';
import { type CartTotals, centsOf } from '#core/contract/selling/cart-totals.ts';
import { type ShippingRule, shippingSentence } from '#core/contract/selling/shipping.ts';
import { AmountRow } from '#ui/amount-row.tsx';

export function OrderSummary({
  items,
  totals,
  shippingRule,
  notice,
}: {
  items: readonly CartItem[];
  totals: CartTotals;
  shippingRule: ShippingRule;
  notice: (item: CartItem) => ReactNode;
}) {
  const { itemCount, subtotal, shipping, total, isShippingFree } = totals;
  const sentence = shippingSentence(shippingRule);
  return (
    <section aria-labelledby="summary-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="summary-heading" className="text-2xl">
          Order Summary
        </h2>
        <p className="figures text-quiet">
          {itemCount} {itemCount === 1 ? 'piece' : 'pieces'}
        </p>
      </div>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li key={item.specimenId} className="py-2">
            <div className="figures flex flex-wrap justify-between gap-x-6">
              <div className="min-w-0 flex-[1_1_9rem]">
                <p className="font-serif text-lg leading-snug wrap-anywhere">{item.title}</p>
                <p className="text-sm text-quiet">
                  {formatDollars(centsOf(item.price))} × {item.quantity}
                </p>
              </div>
              <p>{formatDollars(centsOf(item.price) * item.quantity)}</p>
            </div>
            {notice(item)}
          </li>
        ))}
      </ul>
      <dl className="figures mt-2 space-y-0.5">
        <AmountRow name="Subtotal" value={formatDollars(subtotal)} />
        <AmountRow
          name="Shipping"
          value={`${formatDollars(shipping)}${isShippingFree ? ' (Free)' : ''}`}
        />
        <AmountRow name="Total" value={formatDollars(total)} isTotal className="text-xl" />
      </dl>
      {sentence && !isShippingFree && <p className="mt-3 text-sm text-quiet">{sentence}</p>}
    </section>
  );
}
