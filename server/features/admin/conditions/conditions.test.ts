import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { conditionTable } from '#contract/admin/conditions.ts';
import type { Today } from '#contract/admin/today.ts';
import { clockWatch } from '#server/features/admin/schedule/clock.service.ts';
import { settleAllDue } from '#server/features/admin/schedule/schedule.service.ts';
import { sendDueMails } from '#server/features/messages/mail/sending.service.ts';
import type { Delivery } from '#server/platform/mail/smtp.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  beforeEach(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  afterEach(async () => {
    await shop.app.close();
    await database.close();
  });

  const troubles = async () => {
    const { groups } = (await admin.get('/api/manage/today')).json<Today>();
    return groups.find(({ kind }) => kind === 'trouble')?.rows.map(({ title, at }) => [title, at]) ?? [];
  };
  const order = async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
    return shop.visitor().post('/api/orders', directBody(id));
  };
  const upload = () => admin.request({ method: 'POST', url: '/api/media', ...formOf([filePart('image', Buffer.from('x'))]) });

  test('while the disk is full uploads wait and the owner is told, orders and logins go on, and that ends once there is room', async () => {
    expect(await troubles()).toEqual([]);
    shop.ctx.room.release(shop.clock.now());
    const since = shop.clock.now().toISOString();
    shop.clock.forward({ minutes: 5 });
    expect((await order()).statusCode).toBe(201);
    admin = await shop.admin();
    expect(await troubles()).toEqual([[conditionTable.diskFull.sentence, since]]);
    shop.ctx.room.isScarce = () => true;
    expect((await upload()).json()).toEqual({ code: 'storage_full', message: expect.stringContaining('disk is full') });
    shop.ctx.room.isScarce = () => false;
    expect((await shop.app.inject('/degradedz')).body).toBe('the disk is almost full');
    expect(shop.log.join()).toContain('the disk is full');
    await shop.ctx.room.tend(shop.clock.now());
    expect(await troubles()).toEqual([]);
    expect((await upload()).statusCode).not.toBe(507);
  });

  test('that nothing can be written is told until it can', async () => {
    let failure: Error | null = new Error('read-only');
    const tryWriting = async () => (failure ? Promise.reject(failure) : undefined);
    const failing = await makeApp(database, { mediaStore: { ...shop.ctx.mediaStore, tryWriting } });
    admin = await failing.admin();
    expect(await troubles()).toEqual([[conditionTable.cannotWrite.sentence, null]]);
    failure = null;
    expect(await troubles()).toEqual([]);
    await failing.app.close();
  });

  onTheOtherToo('emails that the mail server turns away are told after an hour, until they are sent', async () => {
    const mailing = await makeApp(database, { config: { smtpUrl: 'smtp://mail.example' } });
    admin = await mailing.admin();
    const sendAll = (delivery: Delivery) =>
      sendDueMails(
        mailing.ctx,
        async () => delivery,
        () => false,
      );
    const [id = 0] = await addSpecimens(mailing.ctx, [{ title: 'Fluorite' }]);
    const queuedAt = mailing.clock.now().toISOString();
    await mailing.visitor().post('/api/orders', directBody(id));
    await sendAll({ result: 'refused', permanent: false, reason: '451 try again later' });
    mailing.clock.forward({ minutes: 59, seconds: 59 });
    expect(await troubles()).toEqual([]);
    mailing.clock.forward({ seconds: 1 });
    expect(await troubles()).toEqual([[conditionTable.mailDelayed.sentence, queuedAt]]);
    await sendAll({ result: 'accepted' });
    expect(await troubles()).toEqual([]);
    await mailing.app.close();
  });

  test('after a jump of the clock nothing is released until the owner says that the time is right, or the clock is set back', async () => {
    const { ctx, clock } = shop;
    let elapsed = 0;
    const watch = clockWatch(ctx, () => elapsed);
    const { id } = (await order()).json().order;
    const status = async () => (await admin.get(`/api/orders/${id}`)).json().status;
    const pass = (hours: number) => {
      clock.forward({ hours });
      elapsed += hours * 3_600_000;
    };
    const round = async () => {
      await watch();
      await settleAllDue(ctx);
    };
    pass(2);
    await round();
    clock.forward({ hours: 1 });
    await round();
    expect(await troubles()).toEqual([]);
    clock.forward({ hours: 69 });
    await round();
    const jumpedAt = clock.now().toISOString();
    admin = await shop.admin();
    expect([await troubles(), await status()]).toEqual([[[conditionTable.clockJumped.sentence, jumpedAt]], 'pending']);
    expect(shop.log.join()).toContain('the clock jumped');
    // Another process, or this one after a restart, settles nothing either.
    await settleAllDue(ctx);
    expect(await status()).toBe('pending');
    clock.forward({ hours: -69 });
    await round();
    expect(await troubles()).toEqual([]);
    clock.forward({ hours: 69 });
    await round();
    expect((await shop.visitor().post('/api/manage/clock')).statusCode).toBe(401);
    expect((await admin.post('/api/manage/clock')).statusCode).toBe(204);
    await round();
    expect([await troubles(), await status()]).toEqual([[], 'cancelled']);
  });

  // SQLite alone can be told that its disk is full.
  test.runIf(engine === 'sqlite')(
    'an order that meets the full disk is refused in a buyer’s words, logged, and gives the kept room back',
    async () => {
      const ids = await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
      await sql`create table filler (text text)`.execute(database.db);
      await sql`create trigger fill before insert on orders begin insert into filler select hex(zeroblob(100000)); end`.execute(
        database.db,
      );
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
      await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(database.db);
      const response = await shop.visitor().post('/api/orders', directBody(ids[0] ?? 0));
      expect([response.statusCode, response.json().message]).toEqual([
        507,
        expect.stringMatching(/can’t save anything right now\. .* try again in a few minutes/),
      ]);
      expect(shop.ctx.room.missingSince()).not.toBeNull();
      expect(shop.log.join()).toContain('"msg":"the disk is full"');
    },
  );
});
