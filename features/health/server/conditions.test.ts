import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockWatch, trustClock } from '#core/server/admin/schedule/clock.service.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { conditionTable } from '#features/health/contract/conditions.ts';
import type { Delivery } from '#platform/mail/smtp.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';
import { lastingConditions } from './conditions.service.ts';

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

  const troubles = async (ctx = shop.ctx) =>
    (await lastingConditions(ctx)).rows.map(({ title, at }) => [title, at]);
  const order = async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
    return shop.visitor().post('/api/orders', directBody(id));
  };
  const upload = () =>
    admin.request({
      method: 'POST',
      url: '/api/media',
      ...formOf([filePart('image', Buffer.from('x'))]),
    });

  test('while the disk is full uploads wait and the owner is told, and orders go on', async () => {
    expect(await troubles()).toEqual([]);
    shop.ctx.room.release(shop.clock.now());
    const since = shop.clock.now().toISOString();
    shop.clock.forward({ minutes: 5 });
    expect((await order()).statusCode).toBe(201);
    admin = await shop.admin();
    expect(await troubles()).toEqual([[conditionTable.diskFull.sentence, since]]);
    shop.ctx.room.isScarce = () => true;
    expect((await upload()).json()).toEqual({
      code: 'storage_full',
      message: expect.stringContaining('disk is full'),
    });
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
    expect(await troubles(failing.ctx)).toEqual([[conditionTable.cannotWrite.sentence, null]]);
    failure = null;
    expect(await troubles(failing.ctx)).toEqual([]);
    await failing.app.close();
  });

  onTheOtherToo(
    'emails that the mail server turns away are told after an hour, until they are sent',
    async () => {
      const mailing = await makeApp(database, { config: { smtpUrl: 'smtp://mail.example' } });
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
      expect(await troubles(mailing.ctx)).toEqual([]);
      mailing.clock.forward({ seconds: 1 });
      expect(await troubles(mailing.ctx)).toEqual([
        [conditionTable.mailDelayed.sentence, queuedAt],
      ]);
      await sendAll({ result: 'accepted' });
      expect(await troubles(mailing.ctx)).toEqual([]);
      await mailing.app.close();
    },
  );

  test('after a jump of the clock nothing is released until the owner says that the time is right', async () => {
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
    expect([await troubles(), await status()]).toEqual([
      [[conditionTable.clockJumped.sentence, jumpedAt]],
      'pending',
    ]);
    expect(shop.log.join()).toContain('the clock jumped');
    // Another process, or this one after a restart, settles nothing either.
    await settleAllDue(ctx);
    expect(await status()).toBe('pending');
    clock.forward({ hours: -69 });
    await round();
    expect(await troubles()).toEqual([]);
    clock.forward({ hours: 69 });
    await round();
    await trustClock(ctx);
    await round();
    expect([await troubles(), await status()]).toEqual([[], 'cancelled']);
  });

  test('that the mail server must be entered again is told until it is', async () => {
    const server = {
      provider: 'other',
      host: '127.0.0.1',
      port: 2525,
      security: 'none',
      user: 'ada',
      password: 'secret',
      sender: 'shop@ada.example',
    };
    expect((await admin.put('/api/manage/mail-server', server)).statusCode).toBe(200);
    rmSync(path.join(shop.ctx.config.dataDir, 'shop.key'));
    expect(await troubles()).toEqual([[conditionTable.mailServerLost.sentence, null]]);
  });
});
