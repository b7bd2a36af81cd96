/** Several pieces in one sale, sales out of a hold, corrected sales, and receipts. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { auditedShop } from '#tests/support/audited-shop.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, directBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  auditedShop(makeDatabase, (its) => {
    ({ database, shop, admin } = its);
  });

  const pieces = (...changes: object[]) =>
    addSpecimens(shop.ctx, changes) as Promise<[number, number, number]>;
  const three = () =>
    pieces({ title: 'Azurite' }, { title: 'Beryl' }, { title: 'Calcite', quantity: 5 });
  const send = (sale: object, key?: string) =>
    admin.post('/api/manage/sales', sale, key === undefined ? {} : { 'idempotency-key': key });
  const made = async (sale: object): Promise<OrderDetail> => {
    const response = await send(sale);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const read = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const hours = (count: number) =>
    new Date(shop.clock.now().getTime() + count * 3_600_000).toISOString();

  test('several pieces are one sale with one total, or none of them is sold', async () => {
    const [azurite, beryl, calcite] = await three();
    const further = [
      { specimenId: azurite, price: '120' },
      { specimenId: calcite, price: '10.50', quantity: 2 },
    ];
    const order = await made({
      specimenId: beryl,
      price: '200',
      further,
      method: 'Card',
      customerName: 'Bo',
    });
    expect(order).toMatchObject({
      status: 'delivered',
      totalAmount: '341.00',
      receivedAmount: '341.00',
      paidBy: 'Card',
      customerName: 'Bo',
    });
    expect(order.lines.map(({ title, price, quantity }) => [title, price, quantity])).toEqual([
      ['Azurite', '120.00', 1],
      ['Beryl', '200.00', 1],
      ['Calcite', '10.50', 2],
    ]);
    expect(order.money).toMatchObject([{ kind: 'payment', amount: '341.00', method: 'Card' }]);
    expect(await stockOf(shop.ctx, [azurite, beryl, calcite])).toEqual([
      '0-0 sold',
      '0-0 sold',
      '3-0 available',
    ]);

    const [one] = await three();
    const refused = await send({
      specimenId: one,
      price: '90',
      further: [{ specimenId: beryl, price: '200' }, ...further.slice(0, 1)],
    });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `“Azurite” is in order #${order.id}. “Beryl” is in order #${order.id}.`,
    ]);
    expect(await stockOf(shop.ctx, [one])).toEqual(['1-0 available']);
    const wrong = await send({
      specimenId: one,
      price: '90',
      further: [{ specimenId: calcite, price: 'much' }],
    });
    expect(wrong.json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'further.0.price' }],
    });
    expect(
      (
        await send({
          specimenId: one,
          price: '1',
          further: Array(50).fill({ specimenId: calcite, price: '1' }),
        })
      ).statusCode,
    ).toBe(400);
  });

  test('a piece in two lines, at two prices, is claimed once for each', async () => {
    const [, , calcite] = await three();
    const line = { specimenId: calcite, price: '33.33', quantity: 2 };
    const order = await made({ ...line, further: [{ specimenId: calcite, price: '33.34' }] });
    expect(order.totalAmount).toBe('100.00');
    expect(await stockOf(shop.ctx, [calcite])).toEqual(['2-0 available']);
    expect((await send({ ...line, further: [line] })).statusCode).toBe(409);
    expect(await stockOf(shop.ctx, [calcite])).toEqual(['2-0 available']);
  });

  test('a hold until an agreed time shows visitors only that, and ends by itself at its time', async () => {
    const [azurite, beryl] = await three();
    const until = hours(3);
    const hold = await made({
      specimenId: azurite,
      price: '90',
      further: [
        {
          specimenId: beryl,
          price: '80',
        },
      ],
      status: 'pending',
      holdUntil: until,
      customerName: 'Wanda Waits',
    });
    expect(hold).toMatchObject({
      status: 'pending',
      heldUntil: until,
      totalAmount: '170.00',
      receivedAmount: '0.00',
      hasSignOfLife: false,
    });
    const seen = (await shop.visitor().get(`/api/specimens/${azurite}`)).json();
    expect(seen).toMatchObject({ status: 'pending' });
    expect(JSON.stringify(seen)).not.toContain('Wanda');
    expect((await shop.visitor().post('/api/orders', directBody(azurite))).statusCode).toBe(409);

    shop.clock.forward({ hours: 3 });
    await settleAllDue(shop.ctx);
    // Its buyer has no email address.
    expect(await read(hold.id)).toMatchObject({
      status: 'cancelled',
      mails: [{ kind: 'hold_ended_notice' }],
    });
    expect(await stockOf(shop.ctx, [azurite, beryl])).toEqual(['1-0 available', '1-0 available']);
  });

  test('a hold until an agreed time ends at it, also where the shop was down then', async () => {
    const [azurite, beryl] = await three();
    const before = (await admin.get('/api/settings')).json().orders;
    expect(
      (await admin.put('/api/settings/orders', { ...before, whenHoldEnds: 'ask' })).statusCode,
    ).toBe(200);
    const agreed = await made({
      specimenId: azurite,
      price: '90',
      status: 'pending',
      holdUntil: hours(3),
    });
    const usual = await made({ specimenId: beryl, price: '90', status: 'pending', holdHours: 3 });
    shop.clock.forward({ hours: 5 });
    await settleAllDue(shop.ctx);
    expect([(await read(agreed.id)).status, (await read(usual.id)).status]).toEqual([
      'cancelled',
      'pending',
    ]);
    await admin.put('/api/settings/orders', before);
  });

  test('a hold that has ended before it arrives holds nothing, and one that is sent again stays the same', async () => {
    const [azurite] = await three();
    const late = { specimenId: azurite, price: '90', status: 'pending', holdUntil: hours(-1) };
    expect((await send(late)).json()).toMatchObject({
      code: 'invalid_input',
      message: 'This hold has ended already.',
    });
    expect((await send({ ...late, holdUntil: hours(24 * 31) })).json().message).toBe(
      'A hold lasts 30 days at most.',
    );
    expect((await send({ ...late, holdUntil: hours(1), holdHours: 2 })).statusCode).toBe(400);
    expect((await send({ ...late, status: 'delivered' })).json().message).toBe(
      'Only what isn’t paid yet is on hold.',
    );
    const first = await send({ ...late, holdUntil: hours(1) }, `hold-${azurite}`);
    const [sent] = [{ ...late, holdUntil: hours(1) }];
    shop.clock.forward({ hours: 2 });
    const again = await send(sent, `hold-${azurite}`);
    expect([again.statusCode, again.json<OrderDetail>().id]).toEqual([
      201,
      first.json<OrderDetail>().id,
    ]);
  });

  test('a hold becomes the sale: what is bought is sold, and what is not is available', async () => {
    const [azurite, beryl, calcite] = await three();
    const hold = await made({
      specimenId: azurite,
      price: '90',
      further: [
        {
          specimenId: beryl,
          price: '80',
        },
      ],
      status: 'pending',
      holdUntil: hours(3),
      customerName: 'Wanda Waits',
    });
    const sale = {
      specimenId: azurite,
      price: '85',
      further: [{ specimenId: calcite, price: '10' }],
      fromHold: hold.id,
      method: 'Cash',
    };
    const order = await made(sale);
    expect(order).toMatchObject({
      id: hold.id,
      status: 'delivered',
      customerName: 'Wanda Waits',
      totalAmount: '95.00',
      paidBy: 'Cash',
    });
    expect(order.lines.map(({ title }) => title)).toEqual(['Azurite', 'Calcite']);
    expect(await stockOf(shop.ctx, [azurite, beryl, calcite])).toEqual([
      '0-0 sold',
      '1-0 available',
      '4-0 available',
    ]);
    // On a second device, a little later.
    const twice = await send(sale);
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      `Order #${hold.id} is delivered already.`,
    ]);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('a sale from a hold that has ended is a sale of its own, as long as nobody else has the piece', async () => {
    const [azurite, beryl] = await three();
    const held = async (specimenId: number) =>
      made({
        specimenId,
        price: '90',
        status: 'pending',
        holdUntil: hours(1),
        customerName: 'Wanda Waits',
      });
    const [first, second] = [await held(azurite), await held(beryl)];
    shop.clock.forward({ hours: 1 });
    await settleAllDue(shop.ctx);
    const own = await made({ specimenId: azurite, price: '90', fromHold: first.id });
    expect(own.id).not.toBe(first.id);
    const online = (await shop.visitor().post('/api/orders', directBody(beryl))).json().order;
    const lost = await send({ specimenId: beryl, price: '90', fromHold: second.id });
    expect([lost.statusCode, lost.json().message]).toEqual([
      409,
      `“Beryl” is in order #${online.id}.`,
    ]);
    // An order of a visitor is no hold by hand.
    expect((await send({ specimenId: beryl, price: '90', fromHold: online.id })).statusCode).toBe(
      409,
    );
    expect(
      (await send({ specimenId: azurite, price: '1', status: 'pending', fromHold: first.id }))
        .statusCode,
    ).toBe(400);
  });

  test('a corrected sale undoes the first and takes its place, once', async () => {
    const [azurite, beryl] = await three();
    const wrong = await made({ specimenId: azurite, price: '900', method: 'Cash' });
    const insteadOf = { orderId: wrong.id, receivedAmount: '900.00' };
    const right = {
      specimenId: azurite,
      price: '90',
      further: [{ specimenId: beryl, price: '80' }],
      method: 'Card',
      insteadOf,
    };
    expect(
      (await send({ ...right, insteadOf: { ...insteadOf, receivedAmount: '90.00' } })).statusCode,
    ).toBe(409);
    expect(await stockOf(shop.ctx, [azurite, beryl])).toEqual(['0-0 sold', '1-0 available']);
    const order = await made(right);
    expect(order).toMatchObject({
      totalAmount: '170.00',
      receivedAmount: '170.00',
      paidBy: 'Card',
    });
    expect(await read(wrong.id)).toMatchObject({
      status: 'cancelled',
      receivedAmount: '0.00',
      mails: [],
    });
    expect((await read(wrong.id)).money).toMatchObject([
      { kind: 'payment' },
      { kind: 'refund', amount: '900.00', method: 'Cash' },
    ]);
    expect(await stockOf(shop.ctx, [azurite, beryl])).toEqual(['0-0 sold', '0-0 sold']);
    const twice = await send(right);
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      `Order #${wrong.id} is cancelled, so it can’t be corrected.`,
    ]);
    const online = (await shop.visitor().post('/api/orders', directBody((await three())[0]))).json()
      .order;
    expect(
      (await send({ ...right, insteadOf: { orderId: online.id, receivedAmount: '0.00' } }))
        .statusCode,
    ).toBe(409);
    expect(
      (await send({ ...right, insteadOf: { orderId: 2_000_000_000, receivedAmount: '0.00' } }))
        .statusCode,
    ).toBe(404);
  });

  /** Somebody gets in line for a piece that is on hold. */
  async function waitFor(specimen_id: number): Promise<void> {
    const at = shop.clock.now().toISOString();
    // The table and the number in line are there also where nobody can get in line.
    await sql`
      insert into waiting_entries (specimen_id, title, email, entry_key, ip_address, created_at, confirmed_at)
      values (${specimen_id}, '', 'ivo@waiter.example', '', '', ${at}, ${at})`.execute(database.db);
    await database.db
      .updateTable('specimens')
      .set({ waiting: 1 })
      .where('id', '=', specimen_id)
      .execute();
  }

  test('the buyer of a hold comes before those in line, who get what was not on hold', async () => {
    const [azurite, beryl, calcite] = await three();
    const hold = (change: object) =>
      made({ price: '90', status: 'pending', holdUntil: hours(3), ...change });
    const [one, marked] = [await hold({ specimenId: azurite }), await hold({ specimenId: beryl })];
    const four = await hold({ specimenId: calcite, quantity: 4 });
    for (const id of [azurite, calcite]) await waitFor(id);
    await database.db
      .updateTable('specimens')
      .set({ status_by_hand: 'sold', status: 'sold' })
      .where('id', '=', beryl)
      .execute();
    expect((await made({ specimenId: azurite, price: '90', fromHold: one.id })).id).toBe(one.id);
    expect((await made({ specimenId: beryl, price: '90', fromHold: marked.id })).id).toBe(
      marked.id,
    );
    const five = await send({ specimenId: calcite, price: '90', quantity: 5, fromHold: four.id });
    expect([five.statusCode, five.json().message]).toEqual([
      409,
      expect.stringContaining('reserved for the next in line'),
    ]);
    const further = [{ specimenId: calcite, price: '80', quantity: 2 }];
    await made({ specimenId: calcite, price: '90', quantity: 2, further, fromHold: four.id });
    expect(await stockOf(shop.ctx, [azurite, beryl, calcite])).toEqual([
      '0-0 sold',
      '0-0 sold',
      expect.stringMatching(/^1-0 /),
    ]);
  });

  test('a sale of a lot is corrected though its other pieces are on hold and somebody is in line', async () => {
    const [, , calcite] = await three();
    const wrong = await made({ specimenId: calcite, price: '100', quantity: 2 });
    await made({
      specimenId: calcite,
      price: '10',
      quantity: 3,
      status: 'pending',
      holdUntil: hours(3),
    });
    await waitFor(calcite);
    const insteadOf = { orderId: wrong.id, receivedAmount: '200.00' };
    const order = await made({ specimenId: calcite, price: '10', quantity: 2, insteadOf });
    expect(order).toMatchObject({ totalAmount: '20.00' });
    expect(await stockOf(shop.ctx, [calcite])).toEqual(['3-3 pending']);
  });

  test('what was known of the buyer stays with the sale of a hold and with a corrected sale', async () => {
    const [azurite, beryl] = await three();
    const known = { customerAddress: '1 Mine Road', notes: 'Wrap it well' };
    const own = { customerAddress: '2 Shaft Lane', notes: 'Box it' };
    const hold = await made({
      specimenId: azurite,
      price: '90',
      status: 'pending',
      holdUntil: hours(3),
      ...known,
    });
    const wrong = await made({ specimenId: azurite, price: '900', fromHold: hold.id });
    expect(wrong).toMatchObject(known);
    const insteadOf = { orderId: wrong.id, receivedAmount: '900.00' };
    const right = await made({ specimenId: azurite, price: '90', insteadOf });
    expect(right).toMatchObject(known);
    expect(
      await made({
        specimenId: beryl,
        price: '80',
        insteadOf: { orderId: right.id, receivedAmount: '90.00' },
        ...own,
      }),
    ).toMatchObject(own);
  });

  test('a sale is taken back once, however often that is sent', async () => {
    const [azurite] = await three();
    const order = await made({ specimenId: azurite, price: '90', method: 'Cash' });
    const input = {
      refundAmount: '90.00',
      method: 'Cash',
      receivedAmount: '90.00',
      pieces: 'sale',
    };
    const back = (key: string) =>
      admin.post(`/api/manage/orders/${order.id}/cancel`, input, { 'idempotency-key': key });
    const [one, two] = await Promise.all([back(`back-${order.id}`), back(`back-${order.id}`)]);
    expect([one.statusCode, two.statusCode, (await back(`back-${order.id}`)).statusCode]).toEqual([
      200, 200, 200,
    ]);
    expect((await back(`other-${order.id}`)).json().message).toBe(
      `Order #${order.id} is cancelled.`,
    );
    expect((await read(order.id)).money.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', '90.00'],
      ['refund', '90.00'],
    ]);
    expect(await stockOf(shop.ctx, [azurite])).toEqual(['1-0 available']);
  });

  test('a correction that arrives days later is dated when it was recorded', async () => {
    const recordedAt = hours(0);
    const refundsOf = async (id: number) =>
      (await read(id)).money.flatMap(({ kind, at }) => (kind === 'refund' ? at : []));
    async function datesOf(recorded: string): Promise<string[]> {
      const [azurite, beryl] = await three();
      const [wrong, back] = [
        await made({ specimenId: azurite, price: '90', soldAt: recordedAt }),
        await made({ specimenId: beryl, price: '80', soldAt: recordedAt }),
      ];
      const insteadOf = { orderId: wrong.id, receivedAmount: '90.00' };
      await made({ specimenId: azurite, price: '70', soldAt: recorded, insteadOf });
      const input = {
        refundAmount: '80',
        method: 'Cash',
        receivedAmount: '80.00',
        pieces: 'sale',
        refundedAt: recorded,
      };
      expect((await admin.post(`/api/manage/orders/${back.id}/cancel`, input)).statusCode).toBe(
        200,
      );
      return [...(await refundsOf(wrong.id)), ...(await refundsOf(back.id))];
    }
    const [before, then] = [hours(-1), hours(1)];
    shop.clock.forward({ days: 2 });
    expect(await datesOf(then)).toEqual([then, then]);
    expect(await datesOf(before)).toEqual([recordedAt, recordedAt]);
    expect(await datesOf(hours(1))).toEqual([hours(0), hours(0)]);
  });

  test('a receipt is emailed with the sale where that is wanted, and its link opens the sale', async () => {
    const [azurite, beryl] = await three();
    const quiet = await made({
      specimenId: azurite,
      price: '90',
      customerEmail: 'bo@caller.example',
    });
    expect(quiet.mails).toEqual([]);
    const order = await made({
      specimenId: beryl,
      price: '90',
      customerEmail: 'bo@caller.example',
      sendsReceipt: true,
    });
    expect(order.mails).toMatchObject([{ kind: 'order_receipt', to: 'bo@caller.example' }]);
    expect(
      (await shop.visitor().get(`/api/orders/${order.id}`, withKey(order))).json(),
    ).toMatchObject({
      kind: 'elsewhere',
      status: 'delivered',
      totalAmount: '90.00',
      payments: [
        {
          amount: '90.00',
          method: null,
        },
      ],
    });
  });
});
