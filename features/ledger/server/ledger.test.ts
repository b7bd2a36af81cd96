import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { perform } from '#core/server/perform.ts';
import { importOrder } from '#core/server/selling/orders/order-transfer.service.ts';
import type { Ledger, LedgerRow } from '#features/ledger/contract/ledger.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { shop, step } from '#tests/support/ledger-steps.ts';
import { cartBody, directBody, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';

const HOUR_MS = 3_600_000;
const NEW_YEAR = Date.UTC(2027, 0, 1);
const cents = (amount: string | null): number =>
  parseAmount(amount?.replace('-', '') ?? '0') as number;
const signed = (amount: string | null): number =>
  amount?.startsWith('-') ? -cents(amount) : cents(amount);
const sumOf = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);
const isTaken = (status: OrderStatus) => orderStatusTable[status].claim === 'taken';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let app: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    database = await makeDatabase();
    app = await makeApp(database);
    admin = await app.admin();
  });
  afterAll(async () => {
    await app.app.close();
    await database.close();
  });

  const read = async (query = ''): Promise<Ledger> => {
    const response = await admin.get(`/api/manage/ledger${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const readSheet = async (year: number): Promise<Record<string, string>[]> => {
    const response = await admin.get(`/api/manage/ledger.csv?year=${year}`);
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="druse-ledger-${year}.csv"`,
    ]);
    return parse(response.body, { bom: true, columns: true });
  };
  /** An empty shop at an instant. */
  async function begin(
    at: number,
    timeZone: string,
    [charge, flatAmount, freeFrom]: [string, string, string],
  ) {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    app.clock.forward({ seconds: (at - app.clock.now().getTime()) / 1000 });
    admin = await app.admin();
    const { general } = (await admin.get('/api/settings')).json();
    expect((await admin.put('/api/settings/general', { ...general, timeZone })).statusCode).toBe(
      200,
    );
    expect(
      (await admin.put('/api/settings/shipping_rule', { charge, flatAmount, freeFrom })).statusCode,
    ).toBe(200);
  }
  const importPaid = (
    at: string,
    { paidAt = at, ...more }: { paidAt?: string; total?: number } & Record<string, unknown> = {},
  ) =>
    perform(app.ctx, 'owner', (act) =>
      importOrder(
        act,
        {
          kind: 'cart',
          status: 'paid',
          name: 'Ada',
          email: '',
          address: '',
          subtotal: 0,
          shipping: 0,
          total: 0,
          venmoUsername: null,
          venmoPaymentId: null,
          paidHow: null,
          privateNote: null,
          buyerNote: null,
          carrier: null,
          trackingNumber: null,
          parcel: null,
          notes: null,
          createdAt: at,
          erasedAt: null,
          money: [
            {
              kind: 'payment',
              cents: more.total ?? 0,
              at: paidAt,
              method: null,
              feeCents: 0,
              line: null,
              surplusCents: 0,
            },
          ],
          lines: [],
          ...more,
        },
        '1',
      ),
    );

  test('whatever happens around New Year, the ledgers of the years equal payments less refunds', async () => {
    await fc.assert(
      fc.asyncProperty(
        shop,
        fc.array(step, { minLength: 10, maxLength: 24 }),
        async ({ pieces, shipping, timeZone, begins }, steps) => {
          await begin(NEW_YEAR + begins * HOUR_MS, timeZone, shipping);
          const ids = await addSpecimens(
            app.ctx,
            pieces.map((one) => ({ ...one, quantity: 40 })),
          );
          const costs = new Map(pieces.map((one, index) => [ids[index] ?? 0, one.cost]));
          /** What moved for each order: cents received, below 0 given back, and when. */
          const moved = new Map<number, { cents: number; at: number; number: number }[]>();
          let count = 0;
          /** The fee of a payment of each order, and when it came. */
          const fees = new Map<number, number[]>();
          const orders: number[] = [];
          const has = (id: number) => sumOf(moved.get(id) ?? [], (one) => one.cents);
          const move = (id: number, sum: number, at: number) => {
            // A payment may be noted with a later day than one that follows.
            if (sum !== 0)
              moved.set(
                id,
                [...(moved.get(id) ?? []), { cents: sum, at, number: ++count }].toSorted(
                  (a, b) => a.at - b.at,
                ),
              );
          };
          const statusOf = async (id: number) =>
            (await admin.get(`/api/manage/orders/${id}`)).json<
              Pick<OrderDetail, 'status' | 'totalAmount' | 'dueAmount'>
            >();
          /** When the last payment that marking an order paid noted had a fee. */
          const marked = new Map<number, number | null>();
          const gone = new Set<number>();
          for (const one of steps) {
            const specimenId = 'piece' in one ? (ids[one.piece] ?? 0) : 0;
            const id = 'order' in one ? orders[one.order % Math.max(1, orders.length)] : undefined;
            const now = app.clock.now().getTime();
            if (one.kind === 'cart' || one.kind === 'direct') {
              const lines =
                one.kind === 'cart'
                  ? one.lines.map((line) => ({
                      specimenId: ids[line] ?? 0,
                      quantity: one.quantity,
                    }))
                  : [];
              const response = await app
                .visitor()
                .post(
                  '/api/orders',
                  one.kind === 'cart' ? cartBody(lines) : directBody(specimenId),
                );
              if (response.statusCode === 201) orders.push(response.json().order.id);
            } else if (one.kind === 'elsewhere') {
              const response = await admin.post('/api/manage/sales', {
                specimenId,
                price: one.price,
                quantity: one.quantity,
              });
              if (response.statusCode === 201) {
                orders.push(response.json().id);
                move(response.json().id, cents(response.json().totalAmount), now);
              }
            } else if (one.kind === 'import') {
              if (gone.has(specimenId)) continue;
              const at = NEW_YEAR + (one.shipping - 500) * 60_000;
              const line = {
                specimenId,
                title: 'Imported',
                price: cents(one.price),
                shipping: 0,
                quantity: 1,
                cost: null,
              };
              const total = line.price + one.shipping;
              const paid = one.paid ? { paidAt: new Date(at + HOUR_MS).toISOString() } : {};
              const made = await importPaid(new Date(at).toISOString(), {
                subtotal: line.price,
                shipping: one.shipping,
                total,
                lines: [line],
                ...paid,
              });
              orders.push(made);
              move(made, total, one.paid ? at + HOUR_MS : at);
            } else if (one.kind === 'status' && id !== undefined) {
              const before = await statusOf(id);
              const response = await admin.put(`/api/orders/${id}/status`, {
                status: one.status,
                ...(one.status === 'paid' && { payment: { method: 'PayPal', fee: one.fee } }),
              });
              if (response.statusCode !== 200 || one.status === before.status) continue;
              if (one.status === 'paid') {
                const due =
                  before.status === 'cancelled'
                    ? Math.max(0, cents(before.totalAmount) - has(id))
                    : cents(before.dueAmount);
                if (due > 0) marked.set(id, one.fee === '' ? null : now);
                if (due > 0 && one.fee !== '') fees.set(id, [...(fees.get(id) ?? []), now]);
                move(id, due, now);
              }
              // As if it had never come.
              if (one.status === 'pending' && isTaken(before.status) && has(id) > 0) {
                const own = moved.get(id) ?? [];
                const last = own
                  .filter((row) => row.cents > 0)
                  .toSorted((a, b) => b.number - a.number)[0];
                moved.set(
                  id,
                  own.filter((row) => row !== last),
                );
                const fee = marked.get(id) ?? null;
                if (fee !== null) fees.set(id, (fees.get(id) ?? []).slice(0, -1));
              }
            } else if (
              (one.kind === 'refund' || one.kind === 'cancelPaid') &&
              id !== undefined &&
              !gone.has(-id)
            ) {
              const sum = Math.floor((has(id) * one.part) / 1000);
              const seen = { receivedAmount: formatAmount(has(id)), method: 'Venmo' };
              const isOpen = (await statusOf(id)).status !== 'cancelled';
              const response =
                one.kind === 'refund'
                  ? await admin.post(`/api/manage/orders/${id}/refunds`, {
                      ...seen,
                      amount: formatAmount(sum),
                    })
                  : await admin.post(`/api/manage/orders/${id}/cancel`, {
                      ...seen,
                      refundAmount: formatAmount(sum),
                      pieces: 'sale',
                    });
              const expected = one.kind === 'refund' ? (sum > 0 ? 200 : 400) : isOpen ? 200 : 409;
              expect(response.statusCode, response.body).toBe(expected);
              if (response.statusCode === 200) move(id, -sum, now);
            } else if (one.kind === 'wait') app.clock.forward({ minutes: one.minutes });
            else if (one.kind === 'erase' && id !== undefined)
              await admin.post(`/api/manage/orders/${id}/erase`, { evenPending: true });
            else if (one.kind === 'deleteOrder' && id !== undefined) {
              const response = await admin.delete(`/api/orders/${id}`);
              if (response.statusCode === 204) {
                for (const known of [moved, fees]) known.delete(id);
                gone.add(-id);
              }
            } else if (one.kind === 'deleteSpecimen') {
              if ((await admin.delete(`/api/specimens/${specimenId}`)).statusCode === 204)
                gone.add(specimenId);
            } else if (one.kind === 'cost') {
              const edit = { title: 'Quartz', category: 'Minerals', cost: one.cost };
              if ((await admin.put(`/api/specimens/${specimenId}`, edit)).statusCode === 200)
                costs.set(specimenId, one.cost);
            }
          }

          const rows = await database.db.selectFrom('orders').selectAll().execute();
          const lines = await database.db
            .selectFrom('order_lines')
            .selectAll()
            .orderBy('id')
            .execute();
          const yearOf = (time: number) =>
            Number(new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(time));
          const salesOf = new Map<number, LedgerRow[]>();
          for (const year of [2026, 2027]) {
            const whole = await read(`?year=${year}`);
            for (const row of whole.rows)
              if (row.kind === 'sale')
                salesOf.set(row.orderId, [...(salesOf.get(row.orderId) ?? []), row]);
            const ledger = { ...whole, rows: whole.rows.filter(({ kind }) => kind !== 'fee') };
            const charged = [...fees.values()].flat().filter((at) => yearOf(at) === year);
            expect([cents(whole.totals.fees), whole.rows.length - ledger.rows.length]).toEqual([
              charged.length,
              charged.length,
            ]);
            const inYear = (id: number) =>
              (moved.get(id) ?? []).filter(({ at }) => yearOf(at) === year);
            const booked = rows.filter(({ id }) => inYear(id).length > 0);
            const sold = rows.filter(({ id, status }) => {
              const last = moved.get(id)?.findLast((one) => one.cents > 0);
              return isTaken(status) && last !== undefined && yearOf(last.at) === year;
            });
            expect(whole.rowCount).toBe(whole.rows.length);
            const byOrder = Map.groupBy(ledger.rows, ({ orderId }) => orderId);
            expect([...byOrder.keys()].sort()).toEqual(booked.map(({ id }) => id).sort());
            for (const { id, subtotal_cents, shipping_cents, erased_at } of booked) {
              const own = byOrder.get(id) ?? [];
              const [ofPrice, ofShipping] = [
                sumOf(own, (row) => signed(row.price)),
                sumOf(own, (row) => signed(row.shipping)),
              ];
              const sum = sumOf(inYear(id), (one) => one.cents);
              expect([ofPrice + ofShipping, sumOf(own, (row) => signed(row.total))]).toEqual([
                sum,
                sum,
              ]);
              if (moved.get(id)?.length === 1)
                expect([ofPrice, ofShipping]).toEqual([subtotal_cents, shipping_cents]);
              // All of it went back within the year.
              if (sum === 0) expect([ofPrice, ofShipping]).toEqual([0, 0]);
              expect(new Set(own.map(({ paidOn }) => paidOn))).toEqual(
                new Set(
                  inYear(id).map(({ at }) =>
                    new Date(at).toLocaleDateString('sv-SE', { timeZone }),
                  ),
                ),
              );
              if (erased_at !== null)
                expect(own.map(({ state, country }) => state ?? country)).toEqual(
                  own.map(() => null),
                );
              const bought = lines.filter((line) => line.order_id === id);
              for (const [index, row] of own.filter(({ kind }) => kind === 'sale').entries()) {
                const line = bought[index % bought.length];
                expect(row.title).toBe(line?.title);
                expect([0, line?.quantity]).toContain(row.quantity);
              }
            }
            expectProfits(ledger, rows);
            expect(ledger.totals.orders).toBe(sold.length);
            const total = (sums: {
              price: string;
              shipping: string;
              total: string;
              orders: number;
            }) => [sums.price, sums.shipping, sums.total].map(signed).concat(sums.orders);
            const all = sumOf(booked, ({ id }) => sumOf(inYear(id), (one) => one.cents));
            expect(total(ledger.totals).slice(2)).toEqual([all, sold.length]);
            expect(signed(ledger.totals.price) + signed(ledger.totals.shipping)).toBe(all);
            for (const index of [0, 1, 2, 3])
              expect(sumOf(ledger.places, (place) => total(place)[index] ?? 0)).toBe(
                total(ledger.totals)[index],
              );
            expectSameSheet(await readSheet(year), whole.rows);
          }
          // One that was sent before anything came has sold nothing yet.
          for (const { id, status } of rows)
            if (isTaken(status) && (moved.get(id) ?? []).length > 0)
              expectCosts(
                salesOf.get(id) ?? [],
                costs,
                lines.filter((line) => line.order_id === id),
              );
        },
      ),
      { numRuns: times(3, 12) },
    );
  });

  /** Profit is price less cost where the cost is known, and nothing where it is not; a cancelled order has no cost. */
  function expectProfits(
    { rows, totals }: Ledger,
    orders: readonly { id: number; status: OrderStatus }[],
  ) {
    for (const { orderId, price: paid, cost: own, profit } of rows) {
      const status = orders.find(({ id }) => id === orderId)?.status;
      if (status === 'cancelled') expect(own).toBe('0.00');
      expect(profit).toBe(own === null ? null : formatAmount(signed(paid) - cents(own)));
    }
    const known = rows.filter(({ cost: own }) => own !== null);
    const without = rows.filter(({ cost: own }) => own === null);
    expect(cents(totals.cost)).toBe(sumOf(known, (row) => cents(row.cost)));
    expect(signed(totals.profit)).toBe(sumOf(known, (row) => signed(row.profit)));
    expect(totals.pieces).toBe(sumOf(rows, ({ quantity }) => quantity));
    expect(totals.withoutCost).toEqual({
      pieces: sumOf(without, ({ quantity }) => quantity),
      price: formatAmount(sumOf(without, (row) => signed(row.price))),
    });
  }

  /** All payments of a sold order together have sold each line once, at what it has cost. */
  function expectCosts(
    sales: readonly LedgerRow[],
    costs: ReadonlyMap<number, string | null>,
    bought: readonly { quantity: number; specimen_id: number | null }[],
  ) {
    const ofLines = Map.groupBy(
      sales.map((row, index) => ({ row, index: index % bought.length })),
      ({ index }) => index,
    );
    for (const [index, { quantity, specimen_id }] of bought.entries()) {
      const own = (ofLines.get(index) ?? []).map(({ row }) => row);
      expect(sumOf(own, (row) => row.quantity)).toBe(quantity);
      if (specimen_id === null) continue;
      const one = costs.get(specimen_id) ?? null;
      if (one === null) expect(own.map(({ cost }) => cost)).toEqual(own.map(() => null));
      else expect(sumOf(own, ({ cost }) => cents(cost))).toBe(cents(one) * quantity);
    }
  }

  function expectSameSheet(sheet: Record<string, string>[], rows: LedgerRow[]) {
    const plain = (row: LedgerRow) => ({
      'paid on': row.paidOn,
      order: String(row.orderId),
      status: orderStatusTable[row.status].label,
      'catalogue number': row.catalogueNumber ?? '',
      title: row.title,
      quantity: String(row.quantity),
      cost: row.cost ?? '',
      price: row.price,
      shipping: row.shipping,
      total: row.total,
      profit: row.profit ?? '',
      payment: row.payment,
      state: row.state ?? '',
      country: row.country ?? '',
      kind: row.kind,
      fee: row.fee ?? '',
    });
    expect(sheet).toEqual(rows.map(plain));
  }

  test('a fee is a row of its own on the day of its payment, follows its correction, and goes with it', async () => {
    await begin(NEW_YEAR + 48 * HOUR_MS, 'UTC', ['each', '0', '']);
    const [id = 0] = await addSpecimens(app.ctx, [{ title: 'Cobaltite', price: '50.00' }]);
    const { order: placed } = (await app.visitor().post('/api/orders', directBody(id))).json();
    await admin.put(`/api/orders/${placed.id}/status`, {
      status: 'paid',
      payment: { method: 'PayPal', fee: '2.11', on: '2027-01-01' },
    });
    const fees = async (year: number) => {
      const { rows, totals, places } = await read(`?year=${year}`);
      const own = rows
        .filter(({ kind }) => kind === 'fee')
        .map(({ paidOn, fee, payment, total }) => [paidOn, fee, payment, total]);
      return { own, sums: [totals.fees, totals.total, totals.orders], places: places.length };
    };
    const total: string = placed.totalAmount;
    const charged = { own: [['2027-01-01', '2.11', 'PayPal', '0.00']], places: 1 };
    expect(await fees(2027)).toEqual({ ...charged, sums: ['2.11', total, 1] });
    await admin.post(`/api/manage/orders/${placed.id}/refunds`, {
      amount: total,
      method: 'PayPal',
      receivedAmount: total,
    });
    expect(await fees(2027)).toEqual({ ...charged, sums: ['2.11', '0.00', 1] });
    const { money } = (await admin.get(`/api/manage/orders/${placed.id}`)).json();
    const url = `/api/manage/orders/${placed.id}/money/${money[0].id}`;
    await admin.request({ method: 'PATCH', url, payload: { fee: '1', on: '2026-12-31' } });
    expect(await fees(2027)).toEqual({ own: [], sums: ['0.00', `-${total}`, 0], places: 1 });
    expect(await fees(2026)).toEqual({
      own: [['2026-12-31', '1.00', 'PayPal', '0.00']],
      sums: ['1.00', total, 1],
      places: 1,
    });
    await admin.delete(`/api/orders/${placed.id}`);
    expect(await fees(2026)).toEqual({ own: [], sums: ['0.00', '0.00', 0], places: 0 });
  });

  test('a deleted specimen leaves its cost to the orders that sold it, and nobody but the admin reads it', async () => {
    await begin(NEW_YEAR + 48 * HOUR_MS, 'UTC', ['each', '0', '']);
    const [id = 0] = await addSpecimens(app.ctx, [
      { title: '=Cobaltite', price: '50.00', cost: '731.19', quantity: 2 },
    ]);
    const buyer = app.visitor();
    const { order: placed } = (
      await buyer.post('/api/orders', {
        ...cartBody([{ specimenId: id, quantity: 2 }]),
        customerAddress: 'Tucson, AZ 85701',
      })
    ).json();
    await admin.put(`/api/orders/${placed.id}/status`, { status: 'paid' });
    const [before] = (await read()).rows;
    expect(before).toMatchObject({
      specimenId: id,
      catalogueNumber: `#${id}`,
      quantity: 2,
      cost: '1462.38',
      profit: '-1362.38',
      state: 'AZ',
    });
    expect((await admin.delete(`/api/specimens/${id}`)).statusCode).toBe(204);
    expect((await read()).rows).toEqual([{ ...before, specimenId: null, catalogueNumber: null }]);
    // As a number, which a spreadsheet adds up; the title is no formula.
    const text = (await admin.get('/api/manage/ledger.csv')).body;
    expect(text).toContain(",'=Cobaltite,2,1462.38,100.00,20.00,120.00,-1362.38,");
    expect(text).not.toContain('Ada');

    const mine = await Promise.all([
      buyer.get(`/api/orders/${placed.id}`),
      app.visitor().get(`/api/orders/${placed.id}`, withKey(placed)),
      admin.post('/api/manage/buyer-data/export', { email: 'ada@buyer.example' }),
      admin.get(`/api/manage/slips?orders=${placed.id}`),
      app.visitor().get('/api/specimens'),
    ]);
    for (const { statusCode, body } of mine) {
      expect(statusCode, body).toBe(200);
      expect(body).not.toMatch(/731\.19|1462\.38|1362\.38/);
    }
    for (const path of ['ledger', 'ledger.csv'])
      expect((await buyer.get(`/api/manage/${path}`)).statusCode).toBe(401);
  });

  test('the years go from the first payment to the present, and what is no year is refused', async () => {
    await begin(NEW_YEAR + HOUR_MS, 'America/New_York', ['each', '0', '']);
    expect(await read()).toMatchObject({ year: 2026, years: [2026], rows: [] });
    const line = {
      specimenId: null,
      title: 'Old stock',
      price: 500,
      shipping: 0,
      quantity: 1,
      cost: '2.00',
    };
    const amounts = { subtotal: 500, shipping: 0, total: 500 };
    const id = await importPaid('2021-06-01T12:00:00.000Z', {
      ...amounts,
      paidAt: '2023-01-01T04:59:59.999Z',
      paidHow: '@cash',
      address: 'Bonn\nGermany',
      lines: [line],
    });
    const sold = {
      paidOn: '2022-12-31',
      price: '5.00',
      payment: '@cash',
      country: 'Germany',
      state: null,
    };
    expect(await read('?year=2022')).toMatchObject({
      year: 2022,
      years: [2026, 2025, 2024, 2023, 2022],
      rows: [
        {
          ...sold,
          title: 'Old stock',
          cost: '2.00',
          profit: '3.00',
        },
      ],
    });
    await database.db.deleteFrom('order_lines').where('order_id', '=', id).execute();
    expect(await read('?year=2022')).toMatchObject({
      rows: [{ ...sold, title: 'Unknown Specimen', cost: null, profit: null }],
      totals: { orders: 1, price: '5.00', withoutCost: { pieces: 1, price: '5.00' } },
    });
    expect(await read('?year=1999')).toMatchObject({
      year: 1999,
      rows: [],
      rowCount: 0,
      places: [],
      totals: { orders: 0, profit: '0.00' },
    });
    for (const query of [
      'year=0',
      'year=2026.5',
      'year=x',
      'year=99999',
      'month=3',
      'year=2026&year=2027',
    ])
      for (const path of ['ledger', 'ledger.csv'])
        expect((await admin.get(`/api/manage/${path}?${query}`)).statusCode, query).toBe(400);
  });
});
