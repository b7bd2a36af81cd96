import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import { Problem } from '#core/contract/problems.ts';
import { getSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';
import { updateStock } from './stock.queries.ts';
import { lineStatusOf, readStock, reserve } from './stock.service.ts';
import { type StockMoveName, stockMoves } from './stock-moves.ts';

/** Whatever is left out is as `addSpecimens` has it: it can be bought. */
const specimen = fc.record(
  {
    price: fc.constantFrom('100.00', null, 'Price on request'),
    shippingPrice: fc.constantFrom('10.00', null, 'ask us'),
    forSale: fc.boolean(),
    visible: fc.boolean(),
    status: fc.constantFrom(...specimenStatuses),
    quantity: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
);

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test.each<
    [
      StockMoveName,
      [quantity: number, held: number],
      [quantity: number, held: number],
      string,
      number,
    ]
  >([
    ['hold', [1, 0], [1, 1], 'pending', 1],
    ['release', [1, 1], [1, 0], 'available', 1],
    ['take', [1, 1], [0, 0], 'sold', 2],
    ['take', [3, 1], [2, 0], 'available', 2],
    ['takeFree', [1, 0], [0, 0], 'sold', 2],
    ['takeFree', [2, 1], [1, 1], 'pending', 2],
    ['giveBack', [0, 0], [1, 0], 'available', 2],
    ['holdAgain', [0, 0], [1, 1], 'pending', 2],
  ])(
    '“%s” from %j leaves %j, status %s and version %i',
    async (name, [quantity, held], after, status, version) => {
      const [id = 0] = await addSpecimens(shop.ctx, [{}]);
      await shop.ctx.db
        .updateTable('specimens')
        .set({ quantity, held })
        .where('id', '=', id)
        .execute();
      const now = '2026-11-21T09:00:00.000Z';
      await inTransaction(shop.ctx.db, (tx) =>
        updateStock(tx, { id, move: stockMoves[name], pieces: 1, who: 'claimant', now }),
      );
      const row = await shop.ctx.db
        .selectFrom('specimens')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      // An edit of the quantity must be based on the current one: a move of the quantity is a new version, a hold is not.
      expect([row.quantity, row.held, row.status, row.version]).toEqual([
        ...after,
        status,
        version,
      ]);
      expect(row.updated_at).toBe(now);
    },
  );

  test('exactly the pieces shown as available can be reserved', async () => {
    const { ctx } = shop;
    const property = fc.asyncProperty(
      specimen,
      fc.integer({ min: 1, max: 4 }),
      async (given, wanted) => {
        const [id = 0] = await addSpecimens(ctx, [given]);
        const { available } = await getSpecimen(ctx, id, { hidden: true });
        const state = lineStatusOf((await readStock(ctx.db, [id])).get(id), wanted);
        const line = { specimenId: id, quantity: wanted, title: 'Mine' };
        const reserved = await inTransaction(ctx.db, (tx) =>
          reserve(tx, [line], '2026-11-21T09:00:00.000Z'),
        ).catch((error: unknown) => error);
        if (wanted <= available) {
          expect(state).toBe('ok');
          expect(reserved).toMatchObject([
            { specimenId: id, quantity: wanted, priceCents: 100_00 },
          ]);
        } else {
          expect(reserved).toBeInstanceOf(Problem);
          expect((reserved as Problem).details.lines).toMatchObject([
            { specimenId: id, reason: state, available },
          ]);
        }
      },
    );
    await fc.assert(property, { numRuns: engine === 'sqlite' ? times(50, 200) : times(10, 40) });
  });
});
