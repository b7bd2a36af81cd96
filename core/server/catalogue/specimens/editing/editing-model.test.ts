/** Edits, hand-set statuses and deletions in every sequence around orders: no specimen stuck, none sold twice, none freed while another order holds it. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SpecimenStatus, specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import { Problem } from '#core/contract/problems.ts';
import { type OrderStatus, orderStatuses } from '#core/contract/selling/order-statuses.ts';
import type { Context } from '#core/server/context.ts';
import { changeOrderStatus, deleteOrder } from '#core/server/selling/orders/orders.service.ts';
import { placeOrder } from '#core/server/selling/orders/placing.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, cartBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';
import { deleteSpecimen, editSpecimen, setVisibility } from './editing.service.ts';

type Step =
  | { do: 'order'; specimen: number; pieces: number }
  | { do: 'move'; order: number; to: OrderStatus }
  | { do: 'forget'; order: number }
  | { do: 'edit'; specimen: number; status?: SpecimenStatus; quantity?: number }
  | { do: 'delete'; specimen: number }
  | { do: 'show'; specimen: number; visible: boolean };

const specimen = fc.nat(1);
const order = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      specimen,
      pieces: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      order,
      to: fc.constantFrom(...orderStatuses),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), order }) },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        do: fc.constant('edit' as const),
        specimen,
        status: fc.constantFrom(...specimenStatuses),
        quantity: fc.nat(3),
      },
      { requiredKeys: ['do', 'specimen'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), specimen }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('show' as const), specimen, visible: fc.boolean() }),
  },
);

/** A specimen as its admin would note it on paper. `free` are pieces that nobody claims. */
type Piece = {
  id: number;
  free: number;
  byHand: SpecimenStatus | null;
  visible: boolean;
  isThere: boolean;
};
type Sale = { id: number; piece: Piece; pieces: number; status: OrderStatus };

const isPaid = ({ status }: Sale) => ['paid', 'shipped', 'delivered'].includes(status);
const sum = (sales: Sale[]) => sales.reduce((total, sale) => total + sale.pieces, 0);
const client = { ipAddress: '127.0.0.1', buyerHash: 'a browser', key: null };

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
    expect(await auditBooks(ctx.db)).toEqual([]);
    await shop.app.close();
    await database.close();
  });

  test('no sequence of changes by admin and buyers loses or doubles a piece', async () => {
    const run = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play);
    await fc.assert(run, { numRuns: engine === 'sqlite' ? times(25, 120) : times(4, 12) });
  });

  async function play(steps: Step[]) {
    const ids = await addSpecimens(ctx, [{ quantity: 1 }, { quantity: 2 }]);
    const pieces = ids.map(
      (id, place): Piece => ({ id, free: place + 1, byHand: null, visible: true, isThere: true }),
    );
    let sales: Sale[] = [];

    const held = (piece: Piece) =>
      sum(sales.filter((sale) => sale.piece === piece && sale.status === 'pending'));
    const isBought = (piece: Piece) => sales.some((sale) => sale.piece === piece && isPaid(sale));
    const statusOf = (piece: Piece): SpecimenStatus => {
      if (piece.free + held(piece) === 0) return 'sold';
      return piece.byHand ?? (piece.free === 0 ? 'pending' : 'available');
    };

    const doing = {
      order: async ({ specimen, pieces: count }: Extract<Step, { do: 'order' }>) => {
        const piece = at(pieces, specimen);
        const isPossible =
          piece.isThere && piece.visible && statusOf(piece) === 'available' && count <= piece.free;
        const placed = await outcome(() =>
          placeOrder(ctx, cartBody([{ specimenId: piece.id, quantity: count }]), client),
        );
        expect(placed.code).toBe(isPossible ? null : 'specimen_unavailable');
        if (!placed.value) return;
        piece.free -= count;
        sales.push({ id: placed.value.order.id, piece, pieces: count, status: 'pending' });
      },
      move: async ({ order, to }: Extract<Step, { do: 'move' }>) => {
        const sale = sales[order % Math.max(1, sales.length)];
        if (!sale) return;
        const { piece } = sale;
        const claimsAnew = sale.status === 'cancelled' && to !== 'cancelled';
        const isPossible =
          !claimsAnew || (piece.isThere && piece.byHand !== 'sold' && sale.pieces <= piece.free);
        const moved = await outcome(() => changeOrderStatus(ctx, sale.id, to));
        expect(moved.code).toBe(isPossible ? null : 'state_conflict');
        if (moved.code !== null) return;
        if (claimsAnew) piece.free -= sale.pieces;
        if (sale.status !== 'cancelled' && to === 'cancelled') piece.free += sale.pieces;
        sale.status = to;
      },
      forget: async ({ order }: Extract<Step, { do: 'forget' }>) => {
        const sale = sales[order % Math.max(1, sales.length)];
        if (!sale) return;
        await deleteOrder(ctx, sale.id);
        if (sale.status === 'pending') sale.piece.free += sale.pieces;
        sales = sales.filter((other) => other !== sale);
      },
      edit: async ({ specimen, status, quantity }: Extract<Step, { do: 'edit' }>) => {
        const piece = at(pieces, specimen);
        const change = { title: 'Quartz', category: 'Minerals' as const, status, quantity };
        const edited = await outcome(() => editSpecimen(ctx, piece.id, change, null));
        if (!piece.isThere) return expect(edited.code).toBe('not_found');
        const claimed = held(piece);
        const wished = quantity ?? piece.free + claimed;
        const isSaid = status !== undefined && status !== statusOf(piece);
        const isBack = isSaid && status !== 'sold';
        const left = isBack ? Math.max(1, wished) : wished;
        const isRefused =
          wished < claimed ||
          (isBack && wished === 0 && isBought(piece)) ||
          (isSaid && status === 'available' && left === claimed);
        expect(edited.code).toBe(isRefused ? 'state_conflict' : null);
        if (isRefused) return;
        piece.free = left - claimed;
        if (isSaid)
          piece.byHand =
            status === 'available' || (status === 'sold' ? left === 0 : left === claimed)
              ? null
              : status;
      },
      delete: async ({ specimen }: Extract<Step, { do: 'delete' }>) => {
        const piece = at(pieces, specimen);
        const deleted = await outcome(() => deleteSpecimen(ctx, piece.id));
        expect(deleted.code).toBe(piece.isThere ? null : 'not_found');
        piece.isThere = false;
      },
      show: async ({ specimen, visible }: Extract<Step, { do: 'show' }>) => {
        const piece = at(pieces, specimen);
        await outcome(() => setVisibility(ctx, piece.id, visible));
        piece.visible = visible;
      },
    };

    const compare = async () => {
      const rows = await ctx.db
        .selectFrom('specimens')
        .select(['id', 'quantity', 'held', 'status'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
      expect(rows.map((row) => ({ ...row }))).toEqual(
        pieces
          .filter((piece) => piece.isThere)
          .map((piece) => ({
            id: piece.id,
            quantity: piece.free + held(piece),
            held: held(piece),
            status: statusOf(piece),
          })),
      );
    };

    for (const next of steps) {
      await (doing[next.do] as (step: Step) => Promise<void>)(next);
      await compare();
    }
    // Nothing is stuck: with every order out of the way, each specimen that has a piece can be made available.
    for (const sale of sales)
      if (sale.status === 'pending')
        await doing.move({ do: 'move', order: sales.indexOf(sale), to: 'cancelled' });
    for (const [specimen, piece] of pieces.entries()) {
      await doing.edit({
        do: 'edit',
        specimen,
        status: 'available',
        quantity: Math.max(1, piece.free),
      });
      if (piece.isThere) expect(statusOf(piece)).toBe('available');
    }
    await compare();
  }
});

function at<T>(list: T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError(`Nothing at ${place}`);
  return found;
}

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
