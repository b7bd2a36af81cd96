/** An order that is changed until it is shipped, and the buyer's yes to a higher total. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangePreview, OrderChangeInput } from '#core/contract/selling/changing-orders.ts';
import type { FollowedOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { eachOrder } from '#features/sheets/server/exported-orders.ts';
import { orderCells } from '#features/sheets/server/order-sheet.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { type MailShop, mailsOf, openMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let ids: number[];
  let order: { id: number; secretPath: string };

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    ids = await addSpecimens(open.shop.ctx, [
      { title: 'Azurite', price: '100.00', shippingPrice: '10' },
      { title: 'Beryl', price: '80.00', shippingPrice: '5' },
      { title: 'Calcite', price: '40.00', shippingPrice: '3' },
    ]);
    const body = cartBody(ids.slice(0, 2).map((specimenId) => ({ specimenId, quantity: 1 })));
    ({ order } = (await open.shop.visitor().post('/api/orders', body)).json());
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const to = (status: string) => open.admin.put(`/api/orders/${order.id}/status`, { status });
  const detail = async (id = order.id) =>
    (await open.admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const buyersPage = async () =>
    (
      await open.shop.visitor().get(`/api/orders/${order.id}`, withKey(order))
    ).json<FollowedOrder>();
  const stock = () => stockOf(open.shop.ctx, ids);
  const lastMail = async () => (await mailsOf(open.admin, order.id)).at(-1);
  const lastEvents = async (count: number) =>
    (await detail()).history.slice(-count).map(({ text }) => text);

  /** The order as it is, changed as the test says. */
  async function changed(
    make: (lines: OrderChangeInput['lines']) => Partial<OrderChangeInput>,
    id = order.id,
  ): Promise<OrderChangeInput> {
    const { lines, contentsVersion: version } = await detail(id);
    const same = lines.map((line) => ({ id: line.id, price: line.price, quantity: line.quantity }));
    return { version, lines: same, ...make(same) };
  }
  const send = (body: object, id = order.id) =>
    open.admin.post(`/api/manage/orders/${id}/change`, body);
  const change = async (make: Parameters<typeof changed>[0]) => send(await changed(make));
  const withoutBeryl = () => change((lines) => ({ lines: lines.slice(0, 1) }));
  const withCalcite = () => change(() => ({ added: [{ specimenId: ids[2] ?? 0, quantity: 1 }] }));
  const answer = (
    proposal: number | undefined,
    given: string,
    headers: Record<string, string> = withKey(order),
  ) =>
    open.shop
      .visitor()
      .post(`/api/orders/${order.id}/proposals/${proposal}/answer`, { answer: given }, headers);

  afterEach(async () => expect(await auditBooks(database.db)).toEqual([]));

  describe('a change that does not raise the total', () => {
    test('takes a piece out of a pending order: it is back on sale, and the total follows the rule', async () => {
      expect((await withoutBeryl()).json()).toMatchObject({
        totalAmount: '110.00',
        shippingAmount: '10.00',
        lines: [{ title: 'Azurite' }],
      });
      expect(await stock()).toEqual(['1-1 pending', '1-0 available', '1-0 available']);
      const mail = await lastMail();
      expect(mail).toMatchObject({
        kind: 'order_changed',
        subject: `Your order #${order.id} was changed`,
      });
      expect(mail?.text).toContain(
        'Taken out: Beryl ($80.00).\nShipping: $10.00 instead of $15.00.',
      );
      expect(mail?.text).toContain('your payment of $110.00');
      expect(await lastEvents(1)).toEqual([
        'Changed. Taken out: Beryl ($80.00). Shipping: $10.00 instead of $15.00. Total: $110.00 instead of $195.00.',
      ]);
      expect((await buyersPage()).lines.map(({ title }) => title)).toEqual(['Azurite']);
    });

    test('keeps a piece aside where the admin says so, and tells nobody where he does not', async () => {
      const mails = (await mailsOf(open.admin, order.id)).length;
      await change((lines) => ({
        lines: lines.slice(0, 1),
        pieces: 'aside',
        writesToBuyer: false,
      }));
      expect(await stock()).toEqual(['1-1 pending', '1-0 pending', '1-0 available']);
      expect(await mailsOf(open.admin, order.id)).toHaveLength(mails);
      expect((await lastEvents(1))[0]).toContain('The pieces were set aside.');
    });

    test('of a paid order gives the piece back, and offers what is to be refunded', async () => {
      await to('paid');
      const { lines } = await detail();
      expect((await withoutBeryl()).json()).toMatchObject({
        status: 'paid',
        totalAmount: '110.00',
        surplusAmount: '85.00',
        dueAmount: '0.00',
      });
      expect(await stock()).toEqual(['0-0 sold', '1-0 available', '1-0 available']);
      expect((await lastMail())?.text).toContain(
        'You paid $85.00 more than your order costs now. We’ll refund the difference.',
      );
      const refund = {
        amount: '85',
        method: 'Venmo',
        receivedAmount: '195.00',
        lineId: lines[1]?.id,
      };
      const refunded = await open.admin.post(`/api/manage/orders/${order.id}/refunds`, refund);
      expect(refunded.json()).toMatchObject({
        receivedAmount: '110.00',
        surplusAmount: '0.00',
        dueAmount: '0.00',
      });
      expect((await buyersPage()).refunds).toMatchObject([{ amount: '85.00', title: 'Beryl' }]);
      // What went back because the total fell is not given up of a later total.
      const { proposal } = (await withCalcite()).json<OrderDetail>();
      expect((await answer(proposal?.id, 'accept')).json()).toMatchObject({
        totalAmount: '153.00',
        dueAmount: '43.00',
      });
    });

    test('corrects a price, the shipping and the pieces of a lot', async () => {
      const [lot = 0] = await addSpecimens(open.shop.ctx, [
        { title: 'Quartz', price: '10.00', quantity: 5, shippingPrice: '1' },
      ]);
      ({ order } = (
        await open.shop.visitor().post('/api/orders', cartBody([{ specimenId: lot, quantity: 3 }]))
      ).json());
      const response = await change(([line]) => ({
        lines: [{ id: line?.id ?? 0, price: '$8.50', quantity: 2 }],
        shipping: '0',
      }));
      expect(response.json()).toMatchObject({
        subtotalAmount: '17.00',
        shippingAmount: '0.00',
        totalAmount: '17.00',
      });
      expect(await stockOf(open.shop.ctx, [lot])).toEqual(['5-2 available']);
      expect((await lastEvents(1))[0]).toBe(
        'Changed. Quartz: 2 instead of 3. Quartz: $8.50 instead of $10.00. Shipping: $0.00 instead of $3.00. Total: $17.00 instead of $33.00.',
      );
    });

    test('swaps a piece for a cheaper one at once, in a pending order and in a paid one', async () => {
      const swap = (specimenId: number) =>
        change((lines) => ({ lines: lines.slice(0, 1), added: [{ specimenId, quantity: 1 }] }));
      expect((await swap(ids[2] ?? 0)).json()).toMatchObject({
        totalAmount: '153.00',
        proposal: null,
      });
      expect(await stock()).toEqual(['1-1 pending', '1-0 available', '1-1 pending']);
      await to('paid');
      const [, calcite] = (await detail()).lines;
      await change((lines) => ({
        lines: lines.filter(({ id }) => id !== calcite?.id),
        added: [{ specimenId: ids[1] ?? 0, quantity: 1, price: '30' }],
      }));
      expect(await stock()).toEqual(['0-0 sold', '0-0 sold', '1-0 available']);
      expect((await detail()).surplusAmount).toBe('8.00');
    });
  });

  describe('a change that raises the total', () => {
    test('is a proposal: the buyer is asked with both totals, and nothing changes before the yes', async () => {
      const asked = (await withCalcite()).json<OrderDetail>();
      expect(asked).toMatchObject({
        totalAmount: '195.00',
        proposal: { state: 'open', oldTotalAmount: '195.00', newTotalAmount: '238.00' },
      });
      expect(asked.lines).toHaveLength(2);
      expect(await stock()).toEqual(['1-1 pending', '1-1 pending', '1-1 pending']);
      const mail = await lastMail();
      expect(mail).toMatchObject({
        kind: 'order_proposal',
        subject: `Is this change to order #${order.id} OK?`,
      });
      for (const words of [
        'Added: Calcite ($40.00).',
        '$195.00',
        '$238.00',
        `/order-confirmation/${order.id}#key=`,
      ])
        expect(mail?.text).toContain(words);
      const other = await open.shop
        .visitor()
        .post('/api/orders', cartBody([{ specimenId: ids[2] ?? 0, quantity: 1 }]));
      expect(other.statusCode).toBe(409);
    });

    test('is listed in the sheet of orders until it is answered', async () => {
      const asked = async () => {
        const [exported] = (await Array.fromAsync(eachOrder(open.shop.ctx))).flat();
        return (
          exported &&
          orderCells(exported, 'D-1', () => undefined).map((cells) => cells['asked of buyer'])
        );
      };
      expect(await asked()).toEqual(['', '']);
      const { proposal } = (await withCalcite()).json<OrderDetail>();
      const words = `Added: Calcite ($40.00). Shipping: $18.00 instead of $15.00. Total: $238.00 instead of $195.00. Until ${proposal?.endsAt}.`;
      expect(await asked()).toEqual([words, words]);
      await answer(proposal?.id, 'decline');
      expect(await asked()).toEqual(['', '']);
    });

    test.each(['pending', 'paid'])(
      'of a %s order is made when its buyer accepts it, once',
      async (status) => {
        await to(status);
        const { proposal } = (await withCalcite()).json<OrderDetail>();
        const accepted = await answer(proposal?.id, 'accept');
        expect(accepted.json()).toMatchObject({
          totalAmount: '238.00',
          proposal: { state: 'accepted' },
          dueAmount: status === 'paid' ? '43.00' : '238.00',
        });
        expect(await stock()).toEqual(
          Array(3).fill(status === 'paid' ? '0-0 sold' : '1-1 pending'),
        );
        const mails = await mailsOf(open.admin, order.id);
        expect(mails.slice(-2).map(({ kind }) => kind)).toEqual([
          'order_changed',
          'proposal_answered',
        ]);
        expect(mails.at(-2)?.text).toContain(
          `your payment of $${status === 'paid' ? '43.00' : '238.00'}`,
        );
        expect((await answer(proposal?.id, 'accept')).statusCode).toBe(200);
        expect((await answer(proposal?.id, 'decline')).json()).toMatchObject({
          code: 'state_conflict',
          message: 'You already accepted this change. To undo it, please write to us.',
        });
        expect(await mailsOf(open.admin, order.id)).toHaveLength(mails.length);
        expect((await detail()).totalAmount).toBe('238.00');
      },
    );

    test('what a paid order then lacks is noted as a payment, and its books are whole', async () => {
      await to('paid');
      const { proposal } = (await withCalcite()).json<OrderDetail>();
      await answer(proposal?.id, 'accept');
      const paid = await open.admin.post(`/api/manage/orders/${order.id}/payments`, {
        method: 'Venmo',
        amount: '43',
        receivedAmount: '195.00',
      });
      expect(paid.json()).toMatchObject({
        receivedAmount: '238.00',
        dueAmount: '0.00',
        surplusAmount: '0.00',
      });
    });

    test('leaves everything as it was when the buyer declines it, or does not answer in time', async () => {
      const first = (await withCalcite()).json<OrderDetail>().proposal;
      expect((await answer(first?.id, 'decline')).json()).toMatchObject({
        totalAmount: '195.00',
        proposal: { state: 'declined' },
      });
      expect(await stock()).toEqual(['1-1 pending', '1-1 pending', '1-0 available']);
      expect((await answer(first?.id, 'accept')).json().message).toBe(
        'You already declined this change. Still want it? Please write to us.',
      );

      await to('paid');
      const second = (await withCalcite()).json<OrderDetail>().proposal;
      open.shop.clock.forward({ hours: 72 });
      const late =
        'You can’t answer this anymore: the time is up. Still want it? Please write to us.';
      expect((await answer(second?.id, 'accept')).json().message).toBe(late);
      await settleAllDue(open.shop.ctx);
      expect((await answer(second?.id, 'accept')).json().message).toBe(late);
      expect(await stock()).toEqual(['0-0 sold', '0-0 sold', '1-0 available']);
      expect((await buyersPage()).proposal?.state).toBe('expired');
      expect(await lastMail()).toMatchObject({
        kind: 'proposal_answered',
        subject: `Order #${order.id}: no answer to your change`,
      });
    });

    test.each(['paid', 'cancelled', 'shipped'])(
      'ends when the order is %s meanwhile: the piece is free, and the answer says why',
      async (status) => {
        const { proposal } = (await withCalcite()).json<OrderDetail>();
        await to(status);
        expect((await stock())[2]).toBe('1-0 available');
        const response = await answer(proposal?.id, 'accept');
        expect([response.statusCode, response.json().message]).toEqual([
          409,
          'Your order has changed since, so you can’t answer this anymore. Please look at it again.',
        ]);
        expect((await detail()).totalAmount).toBe('195.00');
      },
    );

    test('ends when the admin changes the order otherwise, withdraws it, or deletes the order', async () => {
      const first = (await withCalcite()).json<OrderDetail>().proposal;
      await withoutBeryl();
      expect(await stock()).toEqual(['1-1 pending', '1-0 available', '1-0 available']);
      expect((await answer(first?.id, 'accept')).statusCode).toBe(409);
      const second = (await withCalcite()).json<OrderDetail>().proposal;
      const withdraw = () =>
        open.admin.request({ method: 'DELETE', url: `/api/manage/orders/${order.id}/proposal` });
      expect((await withdraw()).json()).toMatchObject({ proposal: null });
      expect((await withdraw()).statusCode).toBe(409);
      expect((await answer(second?.id, 'accept')).json().message).toBe(
        'We withdrew this change. Questions? Please write to us.',
      );
      await withCalcite();
      await open.admin.delete(`/api/orders/${order.id}`);
      expect(await stock()).toEqual(['1-0 available', '1-0 available', '1-0 available']);
    });

    test('is answered by the buyer alone, and only of his own order', async () => {
      const { proposal } = (await withCalcite()).json<OrderDetail>();
      expect((await answer(proposal?.id, 'accept', {})).statusCode).toBe(404);
      const asAdmin = await open.admin.post(
        `/api/orders/${order.id}/proposals/${proposal?.id}/answer`,
        { answer: 'accept' },
      );
      expect(asAdmin.statusCode).toBe(404);
      expect((await answer(2147483647, 'accept')).statusCode).toBe(404);
      expect((await answer(proposal?.id, 'maybe')).statusCode).toBe(400);
      expect((await detail()).totalAmount).toBe('195.00');
    });

    test('and an order of another buyer at once: one of the two gets the piece', async () => {
      const body = await changed(() => ({ added: [{ specimenId: ids[2] ?? 0, quantity: 1 }] }));
      const [asked, placed] = await Promise.all([
        send(body),
        open.shop
          .visitor()
          .post('/api/orders', cartBody([{ specimenId: ids[2] ?? 0, quantity: 1 }])),
      ]);
      expect([asked.statusCode === 200, placed.statusCode === 201].toSorted()).toEqual([
        false,
        true,
      ]);
      expect((await stock())[2]).toBe('1-1 pending');
    });

    test('that is answered twice at once is decided once', async () => {
      const { proposal } = (await withCalcite()).json<OrderDetail>();
      const answers = await Promise.all(
        ['accept', 'decline', 'accept'].map((given) => answer(proposal?.id, given)),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
      expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
      const state = (await buyersPage()).proposal?.state;
      expect((await detail()).totalAmount).toBe(state === 'accepted' ? '238.00' : '195.00');
    });

    test.runIf(hasFeature('handSales'))(
      'of a sale by hand without an email address needs the word of the admin that its buyer agreed',
      async () => {
        const sale = { specimenId: ids[2], price: '40', status: 'pending' };
        const made = (await open.admin.post('/api/manage/sales', sale)).json<OrderDetail>();
        const body = await changed(
          ([line]) => ({ lines: [{ id: line?.id ?? 0, price: '45', quantity: 1 }] }),
          made.id,
        );
        expect((await send(body, made.id)).json()).toMatchObject({
          code: 'state_conflict',
          message: 'The total would rise to $45.00. That needs the buyer’s yes.',
        });
        expect((await send({ ...body, buyerAgreed: true }, made.id)).json()).toMatchObject({
          totalAmount: '45.00',
          proposal: null,
        });
      },
    );

    test.runIf(hasFeature('handSales'))(
      'that the buyer of a hold by hand agreed to on the phone is made and told, not asked',
      async () => {
        const hold = { specimenId: ids[2], price: '40', status: 'pending' };
        const buyer = { customerName: 'Bo Caller', customerEmail: 'bo@caller.example' };
        const made = await open.admin.post('/api/manage/sales', { ...hold, ...buyer });
        const { id } = made.json<OrderDetail>();
        const body = { ...(await changed(() => ({ shipping: '8' }), id)), buyerAgreed: true };
        const preview = `/api/manage/orders/${id}/change-preview`;
        const { mail } = (await open.admin.post(preview, body)).json<ChangePreview>();
        expect(mail?.subject).toBe(`Your order #${id} was changed`);
        expect((await send(body, id)).json()).toMatchObject({
          totalAmount: '48.00',
          proposal: null,
        });
        expect((await mailsOf(open.admin, id)).map(({ kind }) => kind)).toEqual(['order_changed']);
      },
    );

    test('of an order from the shop is asked of its buyer, whatever the admin says', async () => {
      const body = await changed(() => ({ shipping: '99' }));
      expect((await send({ ...body, buyerAgreed: true })).json()).toMatchObject({
        proposal: { state: 'open' },
      });
    });
  });

  test('a preview says what a change would do, and does nothing', async () => {
    const preview = async (make: Parameters<typeof changed>[0]) =>
      (
        await open.admin.post(`/api/manage/orders/${order.id}/change-preview`, await changed(make))
      ).json<ChangePreview>();
    const up = await preview(() => ({ added: [{ specimenId: ids[2] ?? 0, quantity: 1 }] }));
    expect(up).toMatchObject({
      totalAmount: '238.00',
      needsYes: true,
      refusal: null,
      mail: { subject: `Is this change to order #${order.id} OK?` },
    });
    const down = await preview((lines) => ({ lines: lines.slice(1) }));
    expect(down).toMatchObject({
      totalAmount: '85.00',
      needsYes: false,
      changes: ['Taken out: Azurite ($100.00).', 'Shipping: $5.00 instead of $15.00.'],
    });
    expect(down.mail?.text).toContain('your payment of $85.00');
    const gone = await preview(() => ({ added: [{ specimenId: ids[0] ?? 0, quantity: 1 }] }));
    expect(gone).toMatchObject({ refusal: expect.stringContaining('“Azurite”'), mail: null });
    // What the buyer is asked about would end.
    await withCalcite();
    expect(
      (await preview(() => ({ added: [{ specimenId: ids[2] ?? 0, quantity: 1, price: '30' }] })))
        .refusal,
    ).toBeNull();
    await open.admin.request({ method: 'DELETE', url: `/api/manage/orders/${order.id}/proposal` });
    expect(await stock()).toEqual(['1-1 pending', '1-1 pending', '1-0 available']);
    expect((await preview((lines) => ({ lines }))).changes).toEqual([]);
  });

  test('what cannot be is refused in words, and changes nothing', async () => {
    const before = await detail();
    const noAmount = 'Please enter an amount such as 120 or 120.50';
    const tooFew = (title: string) =>
      `Order #${order.id} can’t be changed. Not enough of “${title}” is left.`;
    const bad: [Parameters<typeof changed>[0], number, string][] = [
      [() => ({ lines: [] }), 400, 'An order needs a piece. Cancel the order instead.'],
      [
        (lines) => ({ lines: lines.map((line) => ({ ...line, price: '0' })) }),
        400,
        'Please enter an amount above 0.',
      ],
      [(lines) => ({ lines: lines.map((line) => ({ ...line, price: 'ask' })) }), 400, noAmount],
      [
        (lines) => ({ lines: lines.map((line) => ({ ...line, quantity: 2 })) }),
        400,
        'The order has 1 of “Azurite”. Add the others as another line.',
      ],
      [
        () => ({ lines: [{ id: 2147483647, price: '1', quantity: 1 }] }),
        400,
        'There is no such piece in this order.',
      ],
      [() => ({ shipping: '-1' }), 400, noAmount],
      [() => ({ added: [{ specimenId: 2147483647, quantity: 1 }] }), 404, 'Specimen not found'],
      [() => ({ added: [{ specimenId: ids[0] ?? 0, quantity: 1 }] }), 409, tooFew('Azurite')],
      [() => ({ added: [{ specimenId: ids[2] ?? 0, quantity: 2 }] }), 409, tooFew('Calcite')],
      [
        (lines) => ({ version: 'older', lines: lines.slice(1) }),
        412,
        'This was changed in another tab. Nothing was saved.',
      ],
    ];
    for (const [make, status, words] of bad) {
      const response = await change(make);
      expect([response.statusCode, response.json().message]).toEqual([status, words]);
    }
    expect(await detail()).toEqual(before);
    await to('shipped');
    expect((await withoutBeryl()).json().message).toBe(
      `Order #${order.id} is shipped, so its pieces and prices can’t be changed.`,
    );
  });

  test('the same change sent twice is made once', async () => {
    const body = await changed((lines) => ({ lines: lines.slice(0, 1) }));
    const twice = await Promise.all([send(body), send(body)]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
  });
});
