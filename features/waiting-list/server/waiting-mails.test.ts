import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import { htmlOf } from '#core/server/messages/mail/stored-html.ts';
import { perform } from '#core/server/perform.ts';
import type { WaitingEntries } from '#features/waiting-list/server/tables.ts';
import type { NewRow } from '#platform/db/schema.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { addOrder, NOW } from '#tests/support/order-rows.ts';
import { auditBooks } from '#tests/support/orders.ts';
import { recordStatements } from '#tests/support/statements-run.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { IVO, JUNE, useWaitingShop } from '#tests/support/waiting.ts';
import { entriesOf, eraseEntriesOf } from './entries.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  const {
    at,
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
    stock,
    waitingList,
    endings,
    settle,
  } = useWaitingShop(makeDatabase);
  const onTheOtherToo = onFirstEngine(engine);

  onTheOtherToo('who may join is told how long an offer lasts, as the setting has it', async () => {
    await at.admin.put('/api/settings/orders', { waitingHours: 72 });
    const { id } = await heldPiece();
    expect((await at.shop.visitor().get(`/api/specimens/${id}`)).json()).toMatchObject({
      canWait: true,
      waitingHours: 72,
    });
    const ivo = await wait(id, IVO);
    const mail = await at.database.db
      .selectFrom('mails')
      .select('body_text')
      .where('kind', '=', 'waiting_question')
      .executeTakeFirst();
    expect(mail?.body_text).toContain('You’ll then have 3 days to buy it');
    expect(await read(ivo)).toMatchObject({ hours: 72 });
    await at.admin.put('/api/settings/orders', {});
  });

  onTheOtherToo(
    'the mail about an offer has the price, the shipping and a photo of the piece',
    async () => {
      const { id, orderId } = await heldPiece({ price: '620.00', shippingPrice: '28.00' });
      await wait(id, IVO);
      await cancel(orderId);
      const offer = await at.database.db
        .selectFrom('mails')
        .select(['body_text', 'body_html'])
        .where('kind', '=', 'waiting_offer')
        .executeTakeFirstOrThrow();
      const [mediaId] = (
        await at.database.db
          .selectFrom('specimen_media')
          .select('media_id')
          .where('specimen_id', '=', id)
          .execute()
      ).map((row) => row.media_id);
      const price = '$620.00, plus $28.00 shipping, free if you check out from your cart';
      expect(offer.body_text).toContain(price);
      const html = htmlOf(offer.body_html);
      expect(html).toContain(price);
      expect(html).toContain(
        `<img src="https://druse.example/media/${mediaId}-640.jpg" alt="Amethyst"`,
      );
      expect(offer.body_text).not.toContain('/media/');
    },
  );

  test('one click in a mail program gives an offer to the next, and in a browser leads to the page', async () => {
    const { id, orderId } = await heldPiece();
    const link = await wait(id, IVO);
    await wait(id, JUNE);
    await cancel(orderId);
    const rows = await at.database.db
      .selectFrom('mails')
      .select(['kind', 'unsubscribe_url'])
      .orderBy('id')
      .execute();
    expect(rows.filter((row) => row.unsubscribe_url !== null).map(({ kind }) => kind)).toEqual([
      'waiting_offer',
    ]);
    const url = new URL(rows.find(({ kind }) => kind === 'waiting_offer')?.unsubscribe_url ?? '');
    const path = url.pathname + url.search;
    const click = async (to: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (
        await at.shop
          .visitor()
          .request({ method: 'POST', url: to, payload: 'List-Unsubscribe=One-Click', headers })
      ).statusCode;
    };
    expect([
      await click(`${url.pathname}?key=x`),
      await click(`${url.pathname}?key=%0d%0a`),
    ]).toEqual([404, 400]);
    const opened = await at.shop.visitor().get(path);
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `/in-line#entry=${link.id}&key=${link.key}`,
    ]);
    expect(await read(link)).toMatchObject({ state: 'offered' });
    expect([await click(path), await click(path)]).toEqual([204, 204]);
    expect(await read(link)).toMatchObject({ state: 'left' });
    expect((await mailsTo(JUNE)).map(({ kind }) => kind)).toEqual([
      'waiting_question',
      'waiting_offer',
    ]);
  });

  test('a mail about a piece that is hidden from visitors shows no photo of it', async () => {
    const { id, orderId } = await heldPiece();
    await wait(id, IVO);
    const html = async (kind: string) =>
      htmlOf(
        (
          await at.database.db
            .selectFrom('mails')
            .select('body_html')
            .where('kind', '=', kind)
            .executeTakeFirstOrThrow()
        ).body_html,
      );
    expect(await html('waiting_question')).toContain('<img');
    await at.database.db
      .updateTable('specimens')
      .set({ visible: false })
      .where('id', '=', id)
      .execute();
    await cancel(orderId);
    expect(await html('waiting_ended')).not.toContain('<img');
  });

  onTheOtherToo(
    'an offer lasts a day where the admin has set nothing, and at most two weeks',
    async () => {
      const save = async (waitingHours: number) =>
        (await at.admin.put('/api/settings/orders', { waitingHours })).statusCode;
      await at.admin.put('/api/settings/orders', {});
      expect((await at.admin.get('/api/settings/orders')).json()).toMatchObject({
        holdHours: 72,
        waitingHours: 24,
      });
      expect([await save(336), await save(337), await save(1.5)]).toEqual([200, 400, 400]);
      await at.admin.put('/api/settings/orders', {});
    },
  );

  test('a blocked address gets no mail, and the same answer as every other', async () => {
    const { id } = await heldPiece();
    const blocked = { email: 'Blocked@line.example', isBlocked: true };
    await at.admin.request({ method: 'PATCH', url: '/api/manage/buyers', payload: blocked });
    const response = await ask(id, 'blocked@line.example');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await mailsTo('blocked@line.example')).toEqual([]);
  });

  test('a request does the same work for a blocked address as for any other, so its time tells nothing', async () => {
    const { id } = await heldPiece();
    const { database, statements } = recordStatements(at.database);
    const by = await makeApp(database, {
      config: { rateLimits: true, smtpUrl: 'smtp://127.0.0.1:9' },
    });
    await at.admin.request({
      method: 'PATCH',
      url: '/api/manage/buyers',
      payload: { email: 'blocked@line.example', isBlocked: true },
    });
    const workOf = async (email: string, source: number) => {
      statements.length = 0;
      expect((await ask(id, email, { by, remoteAddress: `198.51.${source}.7` })).statusCode).toBe(
        204,
      );
      return [...statements];
    };
    // The first request fills caches.
    await workOf(IVO, 1);
    const usual = await workOf(JUNE, 2);
    expect(usual).toContain('InsertQueryNode mails');
    expect(await workOf('blocked@line.example', 3)).toEqual(usual);
    await workOf(IVO, 4);
    await workOf(IVO, 5);
    expect(await workOf(IVO, 6)).toEqual(usual);
    expect([(await mailsTo(IVO)).length, (await mailsTo('blocked@line.example')).length]).toEqual([
      3, 0,
    ]);
    await by.app.close();
  });

  test('an address that is blocked while it waits loses its place, and keeps nobody from the piece', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    await at.admin.request({
      method: 'PATCH',
      url: '/api/manage/buyers',
      payload: { email: IVO.toUpperCase(), isBlocked: true },
    });
    await cancel(orderId);
    expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['removed', 'offered']);
    expect((await mailsTo(IVO)).map(({ kind }) => kind)).toEqual(['waiting_question']);
    // So does an offer that lasts.
    await at.admin.request({
      method: 'PATCH',
      url: '/api/manage/buyers',
      payload: { email: JUNE, isBlocked: true },
    });
    await settle();
    expect([(await read(june)).state, await stock(id)]).toEqual(['removed', '1-0 available']);
    // A link of before gives it no new place.
    await order(id);
    await at.database.db
      .updateTable('waiting_entries')
      .set({ ended_at: null, ended_as: null, confirmed_at: null })
      .where('id', '=', ivo.id)
      .execute();
    expect((await call('POST', ivo, at.shop.visitor(), '/confirmation')).json()).toMatchObject({
      state: 'removed',
    });
    expect(await auditBooks(at.database.db)).toEqual([]);
  });

  test('a place in line goes with the block of its address, in whatever capitals', async () => {
    const { id, orderId } = await heldPiece();
    // As a visitor may type it.
    const [shouted, ivo, june] = [
      await wait(id, 'EVA@Waiter.Example'),
      await wait(id, IVO),
      await wait(id, JUNE),
    ];
    const block = (email: string) =>
      at.admin.request({
        method: 'PATCH',
        url: '/api/manage/buyers',
        payload: { email, isBlocked: true },
      });
    await block('eva@waiter.example');
    // Noted, and not blocked.
    await at.admin.request({
      method: 'PATCH',
      url: '/api/manage/buyers',
      payload: { email: JUNE, note: 'Collects beryl' },
    });
    await settle();
    expect([
      (await read(shouted)).state,
      (await read(ivo)).state,
      (await read(june)).ahead,
    ]).toEqual(['removed', 'waiting', 1]);
    await cancel(orderId);
    expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['offered', 'waiting']);
  });

  test.each(['failed', 'uncertain'] as const)(
    'an offer whose mail is %s was seen by nobody: it is made once more',
    async (status) => {
      const { id, orderId } = await heldPiece();
      const ivo = await wait(id, IVO);
      await cancel(orderId);
      await at.database.db
        .updateTable('mails')
        .set({ status })
        .where('kind', '=', 'waiting_offer')
        .execute();
      const states: string[] = [];
      for (let round = 0; round < 2; round++) {
        at.shop.clock.forward({ hours: 24 });
        await settle();
        states.push((await read(ivo)).state);
      }
      // The mail that did not go stays for the admin to see.
      expect([states, (await mailsTo(IVO))[1]?.kind, await stock(id)]).toEqual([
        ['offered', 'passed'],
        'waiting_offer',
        '1-0 available',
      ]);
    },
  );

  test('a mail that still waits to be sent goes no more once its offer is over', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    const kinds = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
    await cancel(orderId);
    const setQuantity = async (quantity: number) => {
      await at.admin.put(`/api/specimens/${id}`, {
        title: 'Amethyst',
        category: 'Minerals',
        quantity,
      });
      await settle();
    };
    await setQuantity(2);
    const asked = ['waiting_question'];
    expect([await kinds(IVO), await kinds(JUNE)]).toEqual([
      [...asked, 'waiting_offer'],
      [...asked, 'waiting_offer'],
    ]);
    await setQuantity(1);
    expect([await kinds(JUNE), (await read(june)).state]).toEqual([asked, 'waiting']);
    await leave(ivo);
    expect([await kinds(IVO), await kinds(JUNE)]).toEqual([asked, [...asked, 'waiting_offer']]);
    const browser = at.shop.visitor();
    await read(june, browser);
    expect((await order(id, browser)).statusCode).toBe(201);
    expect(await kinds(JUNE)).toEqual(asked);
    expect((await endings(id)).map(({ actor }) => actor)).toEqual(['buyer', 'buyer']);
  });

  test('in one line the shop takes two places of a network, and of one address ten in all', async () => {
    const limited = await makeApp(at.database, {
      config: { rateLimits: true, smtpUrl: 'smtp://127.0.0.1:9' },
    });
    const { id } = await heldPiece();
    const press = async (email: string) =>
      call('POST', await linkOf(email), limited.visitor(), '/confirmation');
    const codes: number[] = [];
    for (const [n, email] of ['a@line.example', 'b@line.example', 'c@line.example'].entries()) {
      await ask(id, email, { remoteAddress: `203.0.113.${n}` });
      codes.push((await press(email)).statusCode);
    }
    expect([codes, (await waitingList(id)).length]).toEqual([[200, 200, 409], 2]);
    // Leaving makes room.
    await leave(await linkOf('a@line.example'));
    expect((await press('c@line.example')).json()).toMatchObject({ state: 'waiting' });

    await ask(id, IVO);
    const [row] = await entriesOf(at.shop.ctx, IVO);
    if (!row) throw new Error('There is no entry');
    const { id: _, ...other } = row;
    const open = { ...other, specimen_id: null, confirmed_at: row.created_at };
    const rows = Array.from({ length: 10 }, (_, n) => ({ ...open, entry_key: `key ${n}` }));
    await at.database.db.insertInto('waiting_entries').values(rows).execute();
    expect((await press(IVO)).json()).toMatchObject({
      code: 'state_conflict',
      message: expect.stringContaining('10'),
    });
    await limited.app.close();
  });

  test('a line has twenty places: a further one is confirmed only once there is room', async () => {
    const { id } = await heldPiece();
    await ask(id, IVO);
    const [asked] = await entriesOf(at.shop.ctx, IVO);
    if (!asked) throw new Error('There is no entry');
    const { id: _, ...known } = asked;
    const row = { ...known, entry_key: '' };
    type Place = typeof row;
    const place = (n: number): Place => ({
      ...row,
      email: `w${n}@waiter.example`,
      entry_key: `key ${n}`,
      confirmed_at: row.created_at,
    });
    const fill = (...places: object[]) =>
      at.database.db
        .insertInto('waiting_entries')
        .values(places as (typeof row)[])
        .execute();
    // Who has left, or has not confirmed, takes no place.
    const ended = { ended_at: row.created_at, ended_as: 'left' as const };
    await fill(
      ...Array.from({ length: 19 }, (_, n) => place(n)),
      { ...place(90), ...ended },
      { ...place(91), confirmed_at: null },
    );
    expect((await ask(id, JUNE)).statusCode).toBe(204);
    await fill(place(19));
    const link = await linkOf(IVO);
    const full = 'The waiting list for “Amethyst” is full.';
    const refused = await call('POST', link, at.shop.visitor(), '/confirmation');
    expect([refused.statusCode, refused.json().message]).toEqual([409, full]);
    // Whether the shop knows an address shows to its owner alone.
    expect((await ask(id, 'late@waiter.example')).statusCode).toBe(204);
    expect((await waitingList(id)).length).toBe(20);
    await at.database.db
      .updateTable('waiting_entries')
      .set(ended)
      .where('email', '=', 'w3@waiter.example')
      .execute();
    expect(await confirm(link)).toMatchObject({ state: 'waiting', ahead: 19 });
    expect(
      (await call('POST', await linkOf(JUNE), at.shop.visitor(), '/confirmation')).statusCode,
    ).toBe(409);
  });

  test('in a full line a buyer whom the shop knows takes the place of the last one it does not know', async () => {
    const { id, orderId } = await heldPiece();
    const know = async (email: string) => {
      const known = await addOrder(at.database.db, {
        status: 'delivered',
        customer_email: email,
        email_proved_at: NOW,
      });
      await at.database.db
        .insertInto('order_money')
        .values({ order_id: known, kind: 'payment', amount_cents: 11_000, at: NOW })
        .execute();
    };
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    const [sample] = await entriesOf(at.shop.ctx, IVO);
    const place = (n: number) => ({
      ...sample,
      id: undefined,
      email: `w${n}@waiter.example`,
      entry_key: `key ${n}`,
    });
    const rows = Array.from({ length: 18 }, (_, n) => place(n) as NewRow<WaitingEntries>);
    await at.database.db.insertInto('waiting_entries').values(rows).execute();
    await at.database.db.updateTable('specimens').set({ waiting: 20 }).execute();
    // One more unknown, who came before June.
    for (let n = 0; n < 17; n++) await know(`w${n}@waiter.example`);
    await cancel(orderId);
    expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['offered', 'waiting']);

    const join = async (email: string) => {
      expect((await ask(id, email, { remoteAddress: '203.0.113.5' })).statusCode).toBe(204);
      const link = await linkOf(email);
      return { link, response: await call('POST', link, at.shop.visitor(), '/confirmation') };
    };
    expect((await join('stranger@waiter.example')).response.statusCode).toBe(409);
    await know('Known@waiter.example');
    const known = await join('known@waiter.example');
    expect(known.response.json()).toMatchObject({ state: 'waiting', ahead: 19 });
    expect([(await read(june)).state, (await read(ivo)).state]).toEqual(['displaced', 'offered']);
    const [last] = (await mailsTo(JUNE)).slice(-1);
    expect([last?.kind, last?.body_text]).toEqual([
      'waiting_ended',
      expect.stringContaining('your spot went to a buyer we know'),
    ]);
    expect(await auditBooks(at.database.db)).toEqual([]);
    await know('w17@waiter.example');
    // Now the shop knows all of them, or has promised them the piece: the line is closed to everybody.
    const closed = await ask(id, 'w90@waiter.example');
    expect([closed.statusCode, closed.json().message]).toEqual([
      409,
      'The waiting list for “Amethyst” is full.',
    ]);
    expect((await waitingList(id)).length).toBe(20);
  });

  test('an address with ten places in line is asked about no further one', async () => {
    const limited = await makeApp(at.database, {
      config: { rateLimits: true, smtpUrl: 'smtp://127.0.0.1:9' },
    });
    const { id } = await heldPiece();
    const created_at = '2026-11-01T09:00:00.000Z';
    const open = {
      specimen_id: null,
      title: 'Beryl',
      email: IVO.toUpperCase(),
      ip_address: '',
      created_at,
      confirmed_at: created_at,
    };
    const rows = Array.from({ length: 10 }, (_, n) => ({ ...open, entry_key: `old ${n}` }));
    await at.database.db.insertInto('waiting_entries').values(rows).execute();
    const asked = async (n: number) => {
      expect((await ask(id, IVO, { by: limited, remoteAddress: `198.51.${n}.7` })).statusCode).toBe(
        204,
      );
      return (await mailsTo(IVO)).length;
    };
    expect(await asked(1)).toBe(0);
    const end = at.database.db
      .updateTable('waiting_entries')
      .set({ ended_at: created_at, ended_as: 'bought' });
    await end.where('entry_key', '=', 'old 0').execute();
    expect(await asked(2)).toBe(1);
    await end.where('confirmed_at', 'is not', null).execute();
    expect(await asked(3)).toBe(2);
    await limited.app.close();
  });

  test('what is known of an address can be told and forgotten, and is forgotten a month after its end', async () => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await ask(id, JUNE);
    await cancel(orderId);
    expect(await entriesOf(at.shop.ctx, IVO.toUpperCase())).toMatchObject([
      { email: IVO, title: 'Amethyst', ended_as: null },
    ]);
    at.shop.clock.forward({ days: 1, minutes: 1 });
    await clearOldIpAddresses(at.shop.ctx, () => false);
    const rows = () =>
      at.database.db
        .selectFrom('waiting_entries')
        .select(['email', 'ip_address'])
        .orderBy('id')
        .execute();
    expect([await rows(), await mailsTo(JUNE)]).toEqual([[{ email: IVO, ip_address: '' }], []]);
    await leave(ivo);
    at.shop.clock.forward({ days: 30 });
    await clearOldIpAddresses(at.shop.ctx, () => false);
    expect([await rows(), await mailsTo(IVO)]).toEqual([[{ email: '', ip_address: '' }], []]);
    const { id: other } = await heldPiece();
    await wait(other, JUNE);
    await perform(at.shop.ctx, 'owner', (act) => eraseEntriesOf(act, JUNE));
    await settle();
    expect([
      await entriesOf(at.shop.ctx, JUNE),
      await mailsTo(JUNE),
      await auditBooks(at.database.db),
    ]).toEqual([[], [], []]);
  });

  test('an address that is erased while its offer is being made gets no more email', async () => {
    const { id, orderId } = await heldPiece();
    await wait(id, IVO);
    const { cancelled } = await perform(at.shop.ctx, 'owner', async (act) => {
      await eraseEntriesOf(act, IVO);
      const cancelled = cancel(orderId);
      const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      if (engine === 'postgres')
        await vi.waitFor(
          async () => expect((await blocked.execute(at.database.db)).rows).not.toEqual([]),
          5000,
        );
      return { cancelled };
    });
    await cancelled;
    await settle();
    expect([await mailsTo(IVO), await stock(id)]).toEqual([[], '1-0 available']);
    // The event tells who ended the entry, and that it has.
    expect(await endings(id)).toEqual([
      { actor: 'owner', data: expect.objectContaining({ as: 'removed' }) },
    ]);
  });

  onTheOtherToo('without a mail server nobody can wait', async () => {
    const silent = await makeApp(at.database);
    const { id } = await heldPiece();
    expect((await silent.visitor().get(`/api/specimens/${id}`)).json()).toMatchObject({
      canWait: false,
    });
    expect((await ask(id, IVO, { by: silent })).statusCode).toBe(409);
    await silent.app.close();
  });

  test('an address that answers nothing is asked three times a day at most, which no response shows', async () => {
    const limited = await makeApp(at.database, {
      config: { rateLimits: true, smtpUrl: 'smtp://127.0.0.1:9' },
    });
    const { id } = await heldPiece();
    const asked = async (n: number) =>
      (await ask(id, IVO, { by: limited, remoteAddress: `198.51.${n}.7` })).statusCode;
    expect([await asked(1), await asked(2), await asked(3), await asked(4)]).toEqual([
      204, 204, 204, 204,
    ]);
    expect(await mailsTo(IVO)).toHaveLength(3);
    at.shop.clock.forward({ hours: 20 });
    expect([await asked(5), (await mailsTo(IVO)).length]).toEqual([204, 3]);
    const fromOne: number[] = [];
    for (let n = 0; n < 6; n++)
      fromOne.push(
        (await ask(id, `a${n}@waiter.example`, { by: limited, remoteAddress: '203.0.113.9' }))
          .statusCode,
      );
    expect(fromOne).toEqual([204, 204, 204, 204, 204, 429]);
    await limited.app.close();
  });
});
