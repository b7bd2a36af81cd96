import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { formatAmount } from '#contract/money.ts';
import type { CartCheck, CartCheckInput, CheckedLine } from '#contract/selling/cart-check.ts';
import type { Context } from '#server/context.ts';
import { asReserved, availableOf, lineStatusOf, readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { offersOf } from './offers.service.ts';

/** Tells for each line of a cart whether it can be ordered, and today's prices. Reserves nothing; a hidden specimen is as gone as a deleted one. */
export async function checkCart(ctx: Context, { items }: CartCheckInput, keys: readonly KeyedLink[] = []): Promise<CartCheck> {
  const offers = await offersOf(ctx.db, keys, instantOf(ctx.clock));
  const stock = await readStock(
    ctx.db,
    items.map((item) => item.specimenId),
  );
  return { lines: items.map(check) };

  function check({ specimenId, quantity }: CartCheckInput['items'][number]): CheckedLine {
    const known = stock.get(specimenId);
    // One piece may be reserved for this browser.
    const row = known && lineStatusOf(known, 1) !== 'ok' && offers.has(specimenId) ? asReserved(known) : known;
    const status = lineStatusOf(row, quantity);
    const amount = (cents: number | null | undefined) => (status === 'gone' || cents == null ? null : formatAmount(cents));
    return {
      specimenId,
      state: status,
      title: status === 'gone' ? null : (row?.title ?? null),
      price: amount(row?.price_cents),
      shippingPrice: amount(row?.shipping_cents),
      available: availableOf(row),
    };
  }
}
