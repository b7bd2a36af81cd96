import type { CancelReport } from '#core/contract/selling/order-edits.ts';
import type { Context } from '#core/server/context.ts';
import { cancelOrders } from '#core/server/selling/orders/admin-orders.service.ts';
import {
  anHourAgo,
  countForSale,
  countStrangersPieces,
  type OrderSource,
  selectStrangers,
  selectStrangersFrom,
} from '#core/server/selling/orders/shield.service.ts';
import type {
  OrderSourceInput,
  StrangersReport,
} from '#features/new-buyers/contract/new-buyers.ts';
import { networkOf, networkPrefixOf } from '#platform/http/ip-address.ts';

const MAX_ORDERS = 1_000;
const MAX_SOURCES = 20;

/** The largest sources first. IP addresses are known for a day. */
export async function readStrangers(ctx: Context): Promise<StrangersReport> {
  const { db } = ctx;
  const orders = await selectStrangers(db, anHourAgo(ctx), MAX_ORDERS);
  const held = await countStrangersPieces(db, anHourAgo(ctx));
  const kinds: [OrderSourceInput['by'], (order: (typeof orders)[number]) => string][] = [
    ['email', (order) => order.customer_email.toLowerCase()],
    ['ipAddress', (order) => order.ip_address],
    ['network', (order) => (order.ip_address === '' ? '' : networkOf(order.ip_address))],
  ];
  const pieces = (some: typeof orders) => some.reduce((sum, order) => sum + order.pieces, 0);
  const sources = kinds.flatMap(([by, nameOf]) =>
    [...Map.groupBy(orders, nameOf)]
      .filter(([value]) => value !== '')
      .map(([value, some]) => ({ by, value, orders: some.length, pieces: pieces(some) }))
      .toSorted((a, b) => b.pieces - a.pieces)
      .slice(0, MAX_SOURCES),
  );
  return { orders: orders.length, pieces: held.all, forSale: await countForSale(db), sources };
}

export async function cancelStrangers(
  ctx: Context,
  { by, value }: OrderSourceInput,
): Promise<CancelReport> {
  const source: OrderSource =
    by === 'email'
      ? { email: value }
      : by === 'ipAddress'
        ? { ipAddress: value }
        : { network: networkPrefixOf(firstIn(value)) };
  return cancelOrders(ctx, await selectStrangersFrom(ctx.db, source, anHourAgo(ctx), MAX_ORDERS));
}

/** Orders have `203.0.113.0` of `203.0.113.0/24`, `2001:db8:1:0::/64` of `2001:db8:1::/48`. */
const firstIn = (network: string) => network.replace(/\/24$/, '').replace(/::\/48$/, ':0::/64');
