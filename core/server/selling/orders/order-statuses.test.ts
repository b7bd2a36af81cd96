import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import {
  type OrderStatus,
  orderStatuses,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import { stockMoves } from '#core/server/catalogue/specimens/stock/stock-moves.ts';
import type { Context } from '#core/server/context.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';
import {
  isOverdue,
  mailOnChange,
  moves,
  movesOnDeletion,
  OVERDUE_AFTER,
  refusals,
} from './order-statuses.ts';
import { changeOrderStatus, deleteOrder, ordersOf } from './orders.service.ts';
import { placeOrder } from './placing.service.ts';
import { cancelOrder, refundOrder } from './refunds.service.ts';

describe('the table of moves', () => {
  test('the table says for each change of status what happens to a piece', () => {
    const specified = ['pending', 'paid', 'shipped', 'delivered', 'cancelled'] as const;
    const stepsOf = (from: OrderStatus) =>
      specified
        .map((to) => moves[orderStatusTable[from].claim][orderStatusTable[to].claim] ?? '-')
        .join(' ');
    expect(Object.fromEntries(specified.map((from) => [from, stepsOf(from)]))).toEqual({
      // to:     pending paid shipped delivered cancelled
      pending: '- take take take release',
      paid: 'holdAgain - - - giveBack',
      shipped: 'holdAgain - - - giveBack',
      delivered: 'holdAgain - - - giveBack',
      cancelled: 'hold takeFree takeFree takeFree -',
    });
    expect(movesOnDeletion).toEqual({ held: 'release', taken: null, none: null });
  });

  test('no way there and back creates or loses a piece', () => {
    const claims = ['held', 'taken', 'none'] as const;
    for (const from of claims) {
      for (const to of claims) {
        const steps = [moves[from][to], moves[to][from]].map((name) =>
          name === null ? { quantity: 0, held: 0 } : stockMoves[name],
        );
        const sum = (counter: 'quantity' | 'held') =>
          steps.reduce((total, step) => total + step[counter], 0);
        expect([sum('quantity'), sum('held')], `${from} → ${to} → ${from}`).toEqual([0, 0]);
      }
    }
  });
});

test('the buyer is told of each step forward, of a cancellation and of its end, and of no correction', () => {
  const told = (from: OrderStatus) =>
    orderStatuses.map((to) => (from === to ? '-' : (mailOnChange(from, to) ?? '-'))).join(' ');
  expect(Object.fromEntries(orderStatuses.map((from) => [from, told(from)]))).toEqual({
    // to:     pending paid shipped delivered cancelled
    pending: '- order_paid order_shipped - order_cancelled',
    paid: '- - order_shipped - order_cancelled',
    shipped: '- - - - order_cancelled',
    delivered: '- - - - order_cancelled',
    cancelled: 'order_reopened order_paid order_shipped - -',
  });
  for (const status of ['paid', 'shipped'] as const)
    expect(mailOnChange(status, status), status).toBeNull();
});

test('an order is overdue once it has been pending for more than 72 hours', () => {
  const placed = { status: 'pending' as const, created_at: '2026-11-21T09:00:00.000Z' };
  const isLate = (ms: number, status: OrderStatus = 'pending') =>
    isOverdue({ ...placed, status }, new Date(Date.parse(placed.created_at) + ms));
  expect([
    isLate(72 * 3_600_000),
    isLate(72 * 3_600_000 + 1),
    isLate(OVERDUE_AFTER + 1, 'paid'),
  ]).toEqual([false, true, false]);
});

test('an order that cannot have its pieces says why, in a sentence', () => {
  expect(Object.values(refusals).map((say) => say('Azurite', 7))).toEqual([
    '“Azurite” has been deleted from the collection.',
    '“Azurite” is marked as sold. Set it to Available first.',
    '“Azurite” is reserved for the next in line. Clear its waiting list on its edit page first.',
    '“Azurite” is in order #7.',
    'Not enough of “Azurite” is left.',
  ]);
});

type Step =
  | { do: 'place'; lines: { specimen: number; pieces: number }[] }
  | { do: 'change'; order: number; to: OrderStatus }
  | { do: 'refund' | 'cancelPaid'; order: number; part: number }
  | { do: 'delete'; order: number };

const line = fc.record({ specimen: fc.nat(2), pieces: fc.integer({ min: 1, max: 2 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      order: fc.nat(9),
      to: fc.constantFrom(...orderStatuses),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'cancelPaid' as const),
      order: fc.nat(9),
      part: fc.constantFrom(0, 1, 333, 1000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), order: fc.nat(9) }) },
);

/** The rules of the shop in their plainest form: who has how many pieces of what, and how much the shop has of whom. */
type ModelOrder = {
  id: number;
  status: OrderStatus;
  pieces: number[];
  total: number;
  received: number;
  /** What the last marking as paid noted. */
  marked: number;
  discount: number;
};

const isClaiming = (status: OrderStatus) => orderStatusTable[status].claim !== 'none';
const isPaid = (status: OrderStatus) => orderStatusTable[status].claim === 'taken';
const add = (all: number[][]) =>
  [0, 1, 2].map((specimen) => all.reduce((sum, pieces) => sum + (pieces[specimen] ?? 0), 0));

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;
  let ctx: Context;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    ctx = shop.ctx;
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('whatever buyers and the admin do, counters are right and the books equal payments less refunds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 1, max: 3 }))),
        fc.array(step, { minLength: 5, maxLength: 20 }),
        play,
      ),
      { numRuns: engine === 'sqlite' ? times(20, 100) : times(4, 12) },
    );
  });

  async function play(stock: number[], steps: Step[]) {
    const ids = await addSpecimens(
      ctx,
      stock.map((quantity) => ({ quantity })),
    );
    const orders: ModelOrder[] = [];
    /** Pieces of orders that were paid and then deleted. */
    const gone: number[][] = [];

    const claimed = () =>
      add([
        ...orders.filter((order) => isClaiming(order.status)).map((order) => order.pieces),
        ...gone,
      ]);
    const isPossible = (pieces: number[]) =>
      claimed().every((sum, specimen) => sum + (pieces[specimen] ?? 0) <= (stock[specimen] ?? 0));

    for (const next of steps) {
      if (next.do === 'place') {
        const pieces = add(
          next.lines.map(({ specimen, pieces }) =>
            [0, 1, 2].map((index) => (index === specimen ? pieces : 0)),
          ),
        );
        const items = next.lines.map(({ specimen, pieces }) => ({
          specimenId: ids[specimen] ?? 0,
          quantity: pieces,
        }));
        const placed = await outcome(() => placeOrder(ctx, cart(items), client));
        expect(placed.code).toBe(isPossible(pieces) ? null : 'specimen_unavailable');
        if (placed.value) {
          const { id, totalAmount } = placed.value.order;
          orders.push({
            id,
            status: 'pending',
            pieces,
            total: parseAmount(totalAmount) ?? 0,
            received: 0,
            marked: 0,
            discount: 0,
          });
        }
      } else {
        const order = orders[next.order % Math.max(1, orders.length)];
        if (!order) continue;
        if (next.do === 'change') {
          const needsPieces = !isClaiming(order.status) && isClaiming(next.to);
          const isTakenBack = next.to === 'pending' && isPaid(order.status) && order.received > 0;
          const isHalfRefunded = isTakenBack && order.marked > order.received;
          const changed = await outcome(() => changeOrderStatus(ctx, order.id, next.to));
          expect(changed.code).toBe(
            (!needsPieces || isPossible(order.pieces)) && !isHalfRefunded ? null : 'state_conflict',
          );
          if (changed.code !== null) continue;
          // What was given back as a discount is not due again, until the order is open again.
          if (!isPaid(order.status) || next.to === 'pending') order.discount = 0;
          if (isTakenBack) order.received -= order.marked;
          const due = order.total - order.discount - order.received;
          if (next.to === 'paid' && due > 0) {
            order.marked = due;
            order.received += due;
          }
          order.status = next.to;
        } else if (next.do === 'refund' || next.do === 'cancelPaid') {
          const cents = Math.floor((order.received * next.part) / 1000);
          const seen = { receivedAmount: formatAmount(order.received), method: 'Zelle' } as const;
          const amount = formatAmount(cents);
          const done = await outcome(() =>
            next.do === 'refund'
              ? refundOrder(ctx, order.id, { ...seen, amount, words: '', writesToBuyer: true })
              : cancelOrder(ctx, order.id, {
                  ...seen,
                  refundAmount: amount,
                  pieces: 'sale',
                  words: '',
                }),
          );
          if (next.do === 'refund') expect(done.code).toBe(cents > 0 ? null : 'invalid_input');
          else expect(done.code).toBe(isClaiming(order.status) ? null : 'state_conflict');
          if (done.code !== null) continue;
          order.received -= cents;
          if (isPaid(order.status)) order.discount += cents;
          if (next.do === 'cancelPaid') order.status = 'cancelled';
        } else {
          await deleteOrder(ctx, order.id);
          orders.splice(orders.indexOf(order), 1);
          if (isPaid(order.status)) gone.push(order.pieces);
        }
      }
      await compare();
    }

    async function compare() {
      const held = add(
        orders.filter((order) => order.status === 'pending').map((order) => order.pieces),
      );
      const left = stock.map((quantity, specimen) => {
        const taken = add([
          ...orders.filter((order) => isPaid(order.status)).map((order) => order.pieces),
          ...gone,
        ]);
        return quantity - (taken[specimen] ?? 0);
      });
      const rows = await ctx.db
        .selectFrom('specimens')
        .select(['quantity', 'held', 'status'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
      expect(rows.map((row) => ({ ...row }))).toEqual(
        left.map((quantity, specimen) => ({
          quantity,
          held: held[specimen],
          status: quantity === 0 ? 'sold' : quantity === held[specimen] ? 'pending' : 'available',
        })),
      );
      const claims = await ctx.db
        .selectFrom('order_lines')
        .select(['claim', 'quantity'])
        .where('specimen_id', 'in', ids)
        .execute();
      const balances = await ordersOf(
        ctx,
        orders.map(({ id }) => id),
      );
      const byId = new Map(balances.map(({ id, receivedAmount }) => [id, receivedAmount]));
      for (const order of orders) expect(byId.get(order.id)).toBe(formatAmount(order.received));
      expect(await auditBooks(ctx.db)).toEqual([]);
      const sum = (claim: string) =>
        claims.reduce((total, row) => total + (row.claim === claim ? row.quantity : 0), 0);
      expect(sum('held')).toBe(held.reduce((a, b) => a + b, 0));
    }
  }
});

const client = { ipAddress: '127.0.0.1', buyerHash: 'a browser', key: null };

const cart = (items: { specimenId: number; quantity: number }[]) => ({
  items,
  customerName: 'Ada Buyer',
  customerEmail: 'ada@buyer.example',
  customerAddress: '1 Quarry Road, Butte',
  totalAmount: '99999.00',
});

async function outcome<T>(
  work: () => Promise<T>,
): Promise<{ value: T | null; code: string | null }> {
  try {
    return { value: await work(), code: null };
  } catch (error) {
    if (error instanceof Problem) return { value: null, code: error.code };
    throw error;
  }
}
