import { describe, expect, test } from 'vitest';
import { formatDeadline } from '#core/contract/dates.ts';
import type { MailKind } from '#core/contract/messages/mail-statuses.ts';
import type { StatusEffects } from '#core/contract/selling/order-edits.ts';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { auditBooks, cartBody, directBody } from '#tests/support/orders.ts';
import { IVO, JUNE, useWaitingShop } from '#tests/support/waiting.ts';
import { currentOffers } from './entries.service.ts';

onEveryDatabase((makeDatabase) => {
  const {
    at,
    piece,
    ask,
    mailsTo,
    linkOf,
    call,
    read,
    confirm,
    leave,
    wait,
    order,
    cancel,
    heldPiece,
    specimen,
    stock,
    waitingList,
    settle,
    sendMails,
    set,
  } = useWaitingShop(makeDatabase);

  test('the first in line alone can buy what becomes available, and everybody once nobody waits', async () => {
    const { id, orderId } = await heldPiece();
    expect(await specimen(id)).toMatchObject({
      status: 'pending',
      canWait: true,
      reservedUntil: null,
    });
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    expect([await read(ivo), await read(june)]).toMatchObject([
      { state: 'waiting', ahead: 0, isFollowed: true },
      { state: 'waiting', ahead: 1, isFollowed: false },
    ]);
    const drops = at.shop.drops();
    await cancel(orderId);
    expect(at.shop.drops()).toBeGreaterThan(drops);
    const until = new Date(at.shop.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect(await specimen(id)).toMatchObject({
      status: 'pending',
      available: 0,
      heldUntil: null,
      reservedUntil: until,
    });
    expect((await specimen(id)).pendingUntil).toBe(
      `Reserved for the next in line until ${formatDeadline(until, 'America/New_York')}`,
    );
    expect((await mailsTo(IVO)).map(({ kind }) => kind)).toEqual([
      'waiting_question',
      'waiting_offer',
    ]);
    expect((await mailsTo(JUNE)).map(({ kind }) => kind)).toEqual(['waiting_question']);
    expect(await currentOffers(at.shop.ctx, 5)).toMatchObject({
      count: 1,
      rows: [{ id: ivo.id, specimenId: id, title: 'Amethyst', detail: IVO, at: until }],
    });

    const browser = at.shop.visitor();
    expect((await order(id, browser)).json()).toMatchObject({
      code: 'specimen_unavailable',
      lines: [{ reason: 'pending' }],
    });
    expect(await read(june, browser)).toMatchObject({ state: 'waiting' });
    expect((await order(id, browser)).statusCode).toBe(409);
    expect(await read(ivo, browser)).toMatchObject({ state: 'offered', offeredUntil: until });
    const check = async () =>
      (await browser.post('/api/cart/check', { items: [{ specimenId: id, quantity: 1 }] })).json()
        .lines[0];
    expect(await check()).toMatchObject({ state: 'ok', available: 1 });
    const bought = await browser.post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }]));
    expect(bought.statusCode, bought.body).toBe(201);
    expect([await stock(id), await check()]).toMatchObject(['1-1 pending', { state: 'pending' }]);
    expect((await read(ivo, browser)).state).toBe('bought');
    expect(await auditBooks(at.database.db)).toEqual([]);

    await cancel(bought.json().order.id);
    await leave(await linkOf(JUNE));
    expect(await specimen(id)).toMatchObject({
      status: 'available',
      available: 1,
      reservedUntil: null,
    });
    expect((await order(id)).statusCode).toBe(201);
    expect(await auditBooks(at.database.db)).toEqual([]);
  });

  test('an offer that runs out goes to the next in line, and in the end to everyone', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    await cancel(orderId);
    const browser = at.shop.visitor();
    await read(ivo, browser);
    await sendMails();
    at.shop.clock.forward({ hours: 24 });
    // Nobody has settled it yet: it is over all the same, and nobody else's.
    expect([(await order(id, browser)).statusCode, (await order(id)).statusCode]).toEqual([
      409, 409,
    ]);
    await Promise.all([settle(), settle()]);
    expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['passed', 'offered']);
    await sendMails();
    at.shop.clock.forward({ hours: 24 });
    await Promise.all([settle(), settle()]);
    expect([await stock(id), (await read(june)).state]).toEqual(['1-0 available', 'passed']);
    expect((await mailsTo(JUNE)).map(({ kind }) => kind)).toEqual([
      'waiting_question',
      'waiting_offer',
      'waiting_ended',
    ]);
  });

  test('who let an offer pass is told once, and joins again at the end of the line by the same link', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    await cancel(orderId);
    const passTurn = async () => {
      await sendMails();
      at.shop.clock.forward({ hours: 24 });
      await Promise.all([settle(), settle()]);
    };
    await passTurn();
    const told = async () => (await mailsTo(IVO)).filter(({ kind }) => kind === 'waiting_ended');
    expect(await told()).toMatchObject([
      {
        subject: 'Your turn for Amethyst is over',
        body_text: expect.stringContaining(`https://druse.example/in-line#entry=${ivo.id}&key=`),
      },
    ]);
    expect(await linkOf(IVO)).toEqual(ivo);
    expect([(await confirm(ivo)).state, (await confirm(ivo)).ahead]).toEqual(['waiting', 1]);
    expect((await waitingList(id)).map(({ email }) => email)).toEqual([JUNE, IVO]);
    expect(await auditBooks(at.database.db)).toEqual([]);

    await passTurn();
    expect([(await read(june)).state, (await read(ivo)).state]).toEqual(['passed', 'offered']);
    await passTurn();
    // Another turn, another mail; and now there is nothing to wait for.
    expect([(await told()).length, (await confirm(ivo)).state, await stock(id)]).toEqual([
      2,
      'passed',
      '1-0 available',
    ]);
    expect(await auditBooks(at.database.db)).toEqual([]);

    // A month later its email address has been erased.
    await order(id);
    at.shop.clock.forward({ days: 31 });
    await clearOldIpAddresses(at.shop.ctx, () => false);
    expect((await call('POST', ivo, at.shop.visitor(), '/confirmation')).statusCode).toBe(404);
  });

  test('the mails about a hold that ended say what is back on sale, and what the next in line has reserved', async () => {
    const [id, beryl] = [await piece(), await piece({ title: 'Beryl' })];
    const lines = [id, beryl].map((specimenId) => ({ specimenId, quantity: 1 }));
    const placed = await at.shop.visitor().post('/api/orders', cartBody(lines));
    await wait(id, IVO);
    const text = async (kind: MailKind) =>
      (await at.database.db.selectFrom('mails').selectAll().where('kind', '=', kind).execute())[0]
        ?.body_text;
    at.shop.clock.forward({ hours: 72 });
    await settle();
    for (const kind of ['hold_ended', 'hold_ended_notice'] as const) {
      expect(await text(kind)).toContain('Back on sale: Beryl.');
      expect(await text(kind)).toContain('Reserved for the next in line: Amethyst.');
      expect(await text(kind)).not.toMatch(/free/i);
    }
    // The admin is told what is true: the late payment cannot take it.
    expect(await text('hold_ended_notice')).toContain(
      'Reserved pieces can’t be sold to this buyer',
    );
    expect(
      (await at.admin.put(`/api/orders/${placed.json().order.id}/status`, { status: 'paid' }))
        .statusCode,
    ).toBe(409);
  });

  test('an offer that ended while no shop was there, or before its mail could go, is made once more', async () => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await cancel(orderId);
    at.shop.clock.forward({ hours: 30 });
    await settle();
    expect((await read(ivo)).state).toBe('offered');
    // The mail about the first offer had not gone: only that about the second is left.
    const mails = await mailsTo(IVO);
    expect(mails.map(({ kind }) => kind)).toEqual(['waiting_question', 'waiting_offer']);
    expect(mails.at(-1)?.body_text).toContain('so here’s a fresh offer');
    at.shop.clock.forward({ hours: 30 });
    await settle();
    expect([await stock(id), (await read(ivo)).state]).toEqual(['1-0 available', 'passed']);
  });

  test('a place in line is confirmed by a button, for a known address as for a new one', async () => {
    const { id } = await heldPiece();
    const ivo = await wait(id, IVO);
    const [again, fresh] = [await ask(id, IVO.toUpperCase()), await ask(id, JUNE)];
    expect([again.statusCode, again.body, again.headers['content-length']]).toEqual([
      fresh.statusCode,
      fresh.body,
      fresh.headers['content-length'],
    ]);
    const [second, june] = [await linkOf(IVO.toUpperCase()), await linkOf(JUNE)];
    expect((await read(june)).state).toBe('unconfirmed');
    expect((await waitingList(id)).map(({ email }) => email)).toEqual([IVO]);
    expect((await confirm(second)).state).toBe('double');
    expect([(await confirm(ivo)).state, (await confirm(june)).ahead]).toEqual(['waiting', 1]);
    expect([
      (await call('GET', { ...june, key: ivo.key })).statusCode,
      (await call('GET', { id: 999_999, key: june.key })).statusCode,
    ]).toEqual([404, 404]);
  });

  test('who has the offer reads whether the next in line or everybody gets what they give up', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    await cancel(orderId);
    expect(await read(ivo)).toMatchObject({ state: 'offered', ahead: null, isFollowed: true });
    await call('DELETE', june);
    expect(await read(ivo)).toMatchObject({ state: 'offered', ahead: null, isFollowed: false });
  });

  test('nobody waits for what can be bought, is sold, is hidden or has no price', async () => {
    const free = await piece();
    const ids = [
      free,
      await piece({ status: 'sold' }),
      await piece({ status: 'pending', price: 'On request' }),
      await piece({ visible: false }),
    ];
    expect(await Promise.all(ids.map(async (id) => (await ask(id, IVO)).statusCode))).toEqual([
      409, 409, 409, 404,
    ]);
    const { id, orderId } = await heldPiece();
    await ask(id, IVO);
    await cancel(orderId);
    expect((await confirm(await linkOf(IVO))).state).toBe('free');
    expect(await stock(id)).toBe('1-0 available');
  });

  test('who confirms a place for a piece that has been deleted or taken off sale is told that it is gone', async () => {
    const [deleted, unpriced] = [await heldPiece(), await heldPiece()];
    await ask(deleted.id, IVO);
    await ask(unpriced.id, JUNE);
    await at.admin.delete(`/api/specimens/${deleted.id}`);
    await at.database.db
      .updateTable('specimens')
      .set({ price_cents: null })
      .where('id', '=', unpriced.id)
      .execute();
    const states = await Promise.all(
      [IVO, JUNE].map(async (email) => (await confirm(await linkOf(email))).state),
    );
    expect(states).toEqual(['gone', 'gone']);
  });

  describe('what the admin does to a piece', () => {
    test.each([
      [
        'sold by an order',
        async ({ orderId }: { orderId: number }) =>
          at.admin.put(`/api/orders/${orderId}/status`, { status: 'paid' }),
        'sold',
      ],
      [
        'hidden',
        async ({ id }: { id: number }) => at.admin.put(`/api/specimens/${id}`, { visible: false }),
        'gone',
      ],
      [
        'taken off sale',
        async ({ id }: { id: number }) => {
          const change = { title: 'Amethyst', category: 'Minerals', price: 'On request' };
          expect((await at.admin.put(`/api/specimens/${id}`, change)).statusCode).toBe(200);
        },
        'gone',
      ],
      [
        'deleted',
        async ({ id }: { id: number }) => at.admin.delete(`/api/specimens/${id}`),
        'gone',
      ],
      ['without waiting lists', async () => set({ waitingHours: 0 }), 'closed'],
    ])('%s, it ends the places in line with a mail', async (_, act, state) => {
      const held = await heldPiece();
      const ivo = await wait(held.id, IVO);
      await act(held);
      await Promise.all([settle(), settle()]);
      expect((await read(ivo)).state).toBe(state);
      expect((await mailsTo(IVO)).map(({ kind }) => kind)).toEqual([
        'waiting_question',
        'waiting_ended',
      ]);
      expect(await auditBooks(at.database.db)).toEqual([]);
    });

    test('a late payment cannot take what the next in line was promised, until the line is emptied', async () => {
      const { id, orderId } = await heldPiece();
      const [ivo] = [await wait(id, IVO), await wait(id, JUNE)];
      await cancel(orderId);
      const pay = () => at.admin.put(`/api/orders/${orderId}/status`, { status: 'paid' });
      expect((await pay()).json()).toMatchObject({
        code: 'state_conflict',
        message: expect.stringContaining('reserved for the next in line'),
      });
      expect(
        (await at.admin.get(`/api/manage/orders/${orderId}/effects?status=paid`)).json(),
      ).toMatchObject({
        refusal: expect.stringContaining('reserved for the next in line'),
      });
      await at.admin.delete(`/api/manage/waiting-list/${ivo.id}`);
      expect(
        (await waitingList(id)).map(({ email, offeredUntil }) => [email, offeredUntil !== null]),
      ).toEqual([[JUNE, true]]);
      await at.admin.delete(`/api/manage/specimens/${id}/waiting-list`);
      expect([await stock(id), (await pay()).statusCode, await stock(id)]).toEqual([
        '1-0 available',
        200,
        '0-0 sold',
      ]);
    });

    test('a raised quantity is offered to those in line first, one piece each', async () => {
      const { id } = await heldPiece();
      const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
      const { version, title, category } = await specimen(id);
      expect(version).toBeGreaterThan(0);
      const edit = (quantity: number) =>
        at.admin.put(`/api/specimens/${id}`, { title, category, quantity });
      await edit(2);
      // The line has the piece from the same instant on; who gets it is settled in the next round.
      expect((await order(id)).statusCode).toBe(409);
      await settle();
      expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['offered', 'waiting']);
      await edit(4);
      await settle();
      expect(await specimen(id)).toMatchObject({ status: 'available', available: 1 });
      await edit(2);
      await settle();
      expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['offered', 'waiting']);
      expect(await auditBooks(at.database.db)).toEqual([]);
    });

    test('what a change of an order is said to do promises no offer of what is hidden', async () => {
      const { id, orderId } = await heldPiece();
      await wait(id, IVO);
      const effect = async () =>
        (
          await at.admin.get(`/api/manage/orders/${orderId}/effects?status=cancelled`)
        ).json<StatusEffects>().specimens;
      expect(await effect()).toMatchObject([
        { text: '“Amethyst” is offered to the next in line.', forLine: true },
      ]);
      await at.admin.put(`/api/specimens/${id}`, { visible: false });
      expect(await effect()).toMatchObject([
        { text: '“Amethyst” becomes Available.', forLine: false },
      ]);
    });

    test('all calls are his alone', async () => {
      const ivo = await wait((await heldPiece()).id, IVO);
      for (const [method, url] of [
        ['GET', '/api/manage/specimens/1/waiting-list'],
        ['DELETE', '/api/manage/specimens/1/waiting-list'],
        ['DELETE', `/api/manage/waiting-list/${ivo.id}`],
      ] as const)
        expect((await at.shop.visitor().request({ method, url })).statusCode, url).toBe(401);
    });
  });

  test('at the instant of an end the piece goes to one: the buyer in line, a stranger or the late payment', async () => {
    for (const minutes of [-1, 0]) {
      const { id, orderId } = await heldPiece();
      const ivo = await wait(id, IVO);
      await cancel(orderId);
      const browser = at.shop.visitor();
      await read(ivo, browser);
      await sendMails();
      at.shop.clock.forward({ hours: 24, minutes });
      const tried = await Promise.all([
        order(id, browser),
        settle(),
        order(id),
        at.admin.put(`/api/orders/${orderId}/status`, { status: 'paid' }),
        settle(),
      ]);
      const winners = tried.filter((response) => response && response.statusCode < 300);
      expect(winners.length).toBeLessThanOrEqual(1);
      if (minutes < 0) expect(tried[0].statusCode).toBe(201);
      await settle();
      expect(await stock(id)).not.toMatch(/^1-0 pending/);
      expect(await auditBooks(at.database.db)).toEqual([]);
    }
  });

  test('an order by the link of a confirmed address needs no other proof', async () => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await cancel(orderId);
    const browser = at.shop.visitor();
    await read(ivo, browser);
    const placed = await browser.post('/api/orders', { ...directBody(id), customerEmail: IVO });
    const row = await at.database.db
      .selectFrom('orders')
      .select('email_proved_at')
      .where('id', '=', placed.json().order.id)
      .executeTakeFirst();
    expect(row?.email_proved_at).not.toBeNull();
  });
});
