import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import type { CartItem } from '#contract/selling/cart.ts';
import { type CartTotals, centsOf } from '#contract/selling/cart-totals.ts';
import { type ShippingRule, shippingSentence } from '#contract/selling/shipping.ts';
import { AmountRow } from '#web/ui/amount-row.tsx';

/** What is about to be ordered, line by line, and what it costs. `notice` draws what is wrong with a line. */
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
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li key={item.specimenId} className="py-3">
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
      <dl className="figures mt-4 space-y-1.5">
        <AmountRow name="Subtotal" value={formatDollars(subtotal)} />
        <AmountRow name="Shipping" value={`${formatDollars(shipping)}${isShippingFree ? ' (Free)' : ''}`} />
        <AmountRow name="Total" value={formatDollars(total)} isTotal className="text-xl" />
      </dl>
      {sentence && <p className="mt-3 text-sm text-quiet">{sentence}</p>}
    </section>
  );
}
