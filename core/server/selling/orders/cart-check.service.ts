import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { formatAmount } from '#core/contract/money.ts';
import type { CartCheck, CartCheckInput, CheckedLine } from '#core/contract/selling/cart-check.ts';
import {
  availableOf,
  foundByNext,
  lineStatusOf,
  readStock,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { instantOf } from '#platform/clock.ts';
import { offersOf } from './offers.service.ts';

/** Reserves nothing; a hidden specimen is as gone as a deleted one. */
export async function checkCart(
  ctx: Context,
  { items }: CartCheckInput,
  keys: readonly KeyedLink[] = [],
): Promise<CartCheck> {
  const offers = await offersOf(ctx.db, keys, instantOf(ctx.clock));
  const stock = await readStock(
    ctx.db,
    items.map((item) => item.specimenId),
  );
  return { lines: items.map(check) };

  function check({ specimenId, quantity }: CartCheckInput['items'][number]): CheckedLine {
    const row = stock.get(specimenId);
    // One piece may be reserved for this browser.
    const found =
      row && lineStatusOf(row, 1) !== 'ok' && offers.has(specimenId) ? foundByNext(row) : undefined;
    const status = lineStatusOf(row, quantity, found);
    const amount = (cents: number | null | undefined) =>
      status === 'gone' || cents == null ? null : formatAmount(cents);
    return {
      specimenId,
      state: status,
      title: status === 'gone' ? null : (row?.title ?? null),
      price: amount(row?.price_cents),
      shippingPrice: amount(row?.shipping_cents),
      available: availableOf(row, found),
    };
  }
}
