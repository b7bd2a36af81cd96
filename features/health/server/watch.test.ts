import { afterAll, assert, beforeAll, beforeEach, expect, test } from 'vitest';
import { conditionTable } from '#features/health/contract/conditions.ts';
import type { SecondWay } from '#features/health/contract/second-way.ts';
import { putMarker } from '#platform/db/markers.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { isPublicAddress, isPublicUrl } from '#platform/http/public-address.ts';
import { type Browser, makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { lastingConditions } from './conditions.service.ts';
import { testSecondWay } from './second-way.service.ts';
import { createWatch, startWatch } from './watch.service.ts';
import { type Asked, isEnding, noteOrderlyEnd, noteStart } from './watched.service.ts';

const way: SecondWay = { kind: 'webhook', url: 'https://hooks.example.com/abc' };
const PATH = '/api/manage/second-way';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let world: { -readonly [Name in keyof Asked]: Asked[Name] };
  let posted: { url: string; headers: Record<string, string>; body: string }[];
  let status: number;
  let watch: () => Promise<void>;
  const post = async (url: string, headers: Record<string, string>, body: string) => {
    posted.push({ url, headers, body });
    return status;
  };
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, {
      config: { publicUrl: 'https://druse.example' },
    });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['conditions', 'mails', 'sealed_secrets', 'events'] as const)
      await database.db.deleteFrom(table).execute();
    await database.db.deleteFrom('markers').where('name', 'like', 'started %').execute();
    shop.ctx.config.smtpUrl = 'smtp://mail.example';
    admin = await shop.admin();
    posted = [];
    status = 200;
    world = {
      freeShare: async () => 0.5,
      ownAddress: async () => ({ problem: null, certificate: null }),
      clockOffsetMs: async () => null,
      getVersions: async () => '{}',
      version: '1.0.0',
    };
    watch = createWatch(shop.ctx, world, post);
  });

  const pass = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 1) {
      shop.clock.forward({ minutes: 1 });
      await watch();
    }
  };
  const mails = async () =>
    (await database.db.selectFrom('mails').select(['kind', 'subject']).orderBy('id').execute()).map(
      ({ kind, subject }) => `${kind} ${subject}`,
    );
  const trouble = async () => (await lastingConditions(shop.ctx)).rows.map(({ title }) => title);
  const { sentence } = conditionTable.diskLow;

  test('a condition is told once it has lasted, once, and once more when it has been over for a while', async () => {
    await watch();
    world.freeShare = async () => 0.09;
    await pass(10);
    expect([await mails(), await trouble()]).toEqual([[], []]);
    await pass(2);
    expect([await mails(), await trouble()]).toEqual([
      [`trouble_began Druse: ${sentence}`],
      [sentence],
    ]);
    await pass(30);
    world.freeShare = async () => 0.11;
    await pass(30);
    world.freeShare = async () => 0.09;
    await pass(30);
    expect(await mails()).toHaveLength(1);
    world.freeShare = async () => 0.11;
    await pass(62);
    expect([await mails(), await trouble()]).toEqual([
      [`trouble_began Druse: ${sentence}`, `trouble_over Over: ${sentence}`],
      [],
    ]);
    await pass(70);
    expect(await mails()).toHaveLength(2);
    expect(posted).toEqual([]);
  });

  onTheOtherToo('what comes and goes is not told', async () => {
    for (let time = 0; time < 10; time += 1) {
      world.freeShare = async () => 0.09;
      await pass(8);
      world.freeShare = async () => 0.5;
      await pass(4);
    }
    expect(await mails()).toEqual([]);
  });

  test.runIf(engine === 'postgres')('of two processes one tells', async () => {
    const second = await makeSecondApp(database);
    assert(second);
    second.ctx.config.smtpUrl = shop.ctx.config.smtpUrl;
    const other = createWatch(second.ctx, world, post);
    world.freeShare = async () => 0.01;
    for (let minute = 0; minute < 14; minute += 1) {
      for (const { clock } of [shop, second]) clock.forward({ minutes: 1 });
      await Promise.all([watch(), other()]);
    }
    expect(await mails()).toHaveLength(1);
    await second.close();
  });

  onTheOtherToo.each<[keyof typeof conditionTable, Partial<Asked>]>([
    [
      'addressUnreachable',
      { ownAddress: async () => ({ problem: 'connect ECONNREFUSED', certificate: null }) },
    ],
    [
      'certificateEnding',
      {
        ownAddress: async () => ({
          problem: null,
          certificate: { from: new Date('2026-09-01'), until: new Date('2026-11-30') },
        }),
      },
    ],
    ['clockOff', { clockOffsetMs: async () => -121_000 }],
  ])('%s is told', async (condition, change) => {
    Object.assign(world, change);
    await pass(70);
    expect(await mails()).toEqual([`trouble_began Druse: ${conditionTable[condition].sentence}`]);
    expect(await trouble()).toEqual([conditionTable[condition].sentence]);
  });

  onTheOtherToo(
    'that the shop restarted three times within an hour is told, and is over an hour later',
    async () => {
      for (let start = 0; start < 3; start += 1) {
        await noteStart(shop.ctx);
        await pass(10);
      }
      expect(await mails()).toEqual([]);
      await noteStart(shop.ctx);
      await pass(1);
      expect(await mails()).toEqual([`trouble_began Druse: ${conditionTable.restarting.sentence}`]);
      await pass(70);
      expect(await mails()).toHaveLength(2);
    },
  );

  onTheOtherToo(
    'a shop that was told to end and is started again does not count as restarting, however often',
    async () => {
      for (let start = 0; start < 5; start += 1) {
        const noted = await noteStart(shop.ctx);
        await pass(1);
        await noteOrderlyEnd(shop.ctx, noted);
      }
      await pass(10);
      expect(await mails()).toEqual([]);
    },
  );

  test('the watch itself notes its start, and takes it back when it is stopped', async () => {
    const count = async () =>
      (
        await database.db
          .selectFrom('markers')
          .select('name')
          .where('name', 'like', 'started %')
          .execute()
      ).length;
    const before = await count();
    const job = startWatch(shop.ctx);
    await expect.poll(count).toBe(before + 1);
    await job.stop(60_000);
    expect(await count()).toBe(before);
  });

  onTheOtherToo('starts of an hour ago are forgotten', async () => {
    for (let start = 0; start < 5; start += 1) {
      await noteStart(shop.ctx);
      await pass(21);
    }
    expect(await mails()).toEqual([]);
    const { length } = await database.db
      .selectFrom('markers')
      .select('name')
      .where('name', 'like', 'started %')
      .execute();
    expect(length).toBe(3);
  });

  onTheOtherToo(
    'when email is what is broken the second way tells, and it hears when it is over',
    async () => {
      expect((await admin.put(PATH, { way })).statusCode).toBe(200);
      const old = {
        to_name: '',
        to_address: 'eva@buyer.example',
        from_name: '',
        from_address: 'a@b.example',
        reply_to: 'a@b.example',
      };
      const times = { queued_at: '2026-11-21T07:00:00.000Z', due_at: '2026-11-21T07:00:00.000Z' };
      const mail = {
        ...old,
        ...times,
        kind: 'order_paid',
        subject: 'For Eva',
        body_text: '',
        body_html: '',
        message_id: '<1@b>',
        status: 'waiting' as const,
      };
      await database.db
        .insertInto('mails')
        .values({ ...mail, last_error: '451 later' })
        .execute();
      await pass(1);
      const titles = () => posted.map(({ body }) => JSON.parse(body).title);
      expect(titles()).toEqual([conditionTable.mailDelayed.sentence]);
      expect(posted[0]).toMatchObject({
        url: way?.url,
        headers: { 'content-type': 'application/json' },
      });
      expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
        shop: 'Druse',
        condition: 'mailDelayed',
        state: 'began',
      });
      expect(await mails()).toEqual(['order_paid For Eva']);
      world.freeShare = async () => 0.01;
      await pass(12);
      expect(titles()).toHaveLength(2);
      await database.db.updateTable('mails').set({ status: 'sent', last_error: null }).execute();
      await pass(7);
      expect(titles().at(-1)).toBe(`Over: ${conditionTable.mailDelayed.sentence}`);
      expect(JSON.stringify(posted)).not.toMatch(/eva|buyer/i);
    },
  );

  onTheOtherToo('an alert that is not taken is posted again, for an hour at most', async () => {
    shop.ctx.config.smtpUrl = null;
    await admin.put(PATH, { way: { kind: 'ntfy', url: 'https://ntfy.example/topic' } });
    status = 500;
    world.freeShare = async () => 0.01;
    await pass(14);
    const tried = posted.length;
    expect(tried).toBeGreaterThan(1);
    expect(posted[0]).toMatchObject({
      headers: { title: `Druse: ${sentence}` },
      body: expect.stringContaining(sentence),
    });
    status = 200;
    await pass(3);
    expect(posted).toHaveLength(tried + 1);
    status = 500;
    world.freeShare = async () => 0.5;
    await pass(130);
    const inVain = posted.length;
    status = 200;
    await pass(3);
    expect(posted).toHaveLength(inVain);
  });

  test('while the database is away the second way is told after five minutes', async () => {
    await admin.put(PATH, { way });
    await watch();
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { db } = shop.ctx;
    shop.ctx.db = {
      selectFrom: () => {
        throw away;
      },
    } as unknown as typeof db;
    await pass(4);
    expect(posted).toEqual([]);
    await pass(3);
    expect(posted.map(({ body }) => JSON.parse(body).condition)).toEqual(['databaseAway']);
    shop.ctx.db = db;
    await pass(3);
    expect(posted.map(({ body }) => JSON.parse(body).state)).toEqual(['began', 'over']);
    expect(await mails()).toEqual([`trouble_over Over: ${conditionTable.databaseAway.sentence}`]);
  });

  test('the second way is stored sealed, tried at once, confirmed, and in the activity', async () => {
    await admin.put(PATH, { way });
    expect((await admin.get(PATH)).json()).toEqual({ way });
    expect(
      JSON.stringify(await database.db.selectFrom('sealed_secrets').selectAll().execute()),
    ).not.toContain('hooks');
    await testSecondWay(way, 'Druse', post);
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({ condition: 'test' });
    status = 404;
    await expect(testSecondWay(way, 'Druse', post)).rejects.toThrow('status 404');
    const own = { kind: 'webhook', url: 'https://192.168.1.5/x' };
    expect((await admin.post(`${PATH}/test`, { way: own })).json().message).toContain(
      'public internet',
    );
    expect(
      (await admin.put(PATH, { way: { kind: 'webhook', url: 'http://hooks.example.com' } }))
        .statusCode,
    ).toBe(400);
    expect(
      (await admin.put(PATH, { way: { kind: 'webhook', url: 'https://192.168.1.5/x' } })).json()
        .message,
    ).toContain('public internet');
    expect((await admin.put(PATH, { way: null })).json()).toEqual({ way: null });
    shop.clock.forward({ minutes: 11 });
    expect((await admin.put(PATH, { way })).json().code).toBe('confirmation_required');
    expect((await shop.visitor().get(PATH)).statusCode).toBe(401);
    admin = await shop.admin();
    expect((await admin.get('/api/auth/activity')).body).toContain(
      'The second way for alerts was changed',
    );
  });

  onTheOtherToo('a marker of another process does not count as its restart', async () => {
    for (let start = 0; start < 5; start += 1)
      await inTransaction(database.db, (tx) =>
        putMarker(tx, `started elsewhere 1:${start}`, '2026-11-21T09:00:00.000Z'),
      );
    await pass(2);
    expect(await mails()).toEqual([]);
  });
});

test.each([
  ['1.1.1.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['not an address', false],
])('%s is a public address: %s', (address, expected) =>
  expect(isPublicAddress(address)).toBe(expected),
);

test.each([
  ['https://ntfy.sh/x', true],
  ['http://ntfy.sh/x', false],
  ['https://user:pass@ntfy.sh/x', false],
  ['https://localhost/x', false],
  ['https://shop.internal/x', false],
  ['https://[::1]/x', false],
  ['https://0x7f000001/x', false],
  ['https://router/x', false],
  ['rubbish', false],
])('%s may be posted to: %s', (url, expected) => expect(isPublicUrl(url)).toBe(expected));

test('a certificate of a few days is ending when a third of its time is left, others two weeks before', () => {
  const at = (text: string) => new Date(text).getTime();
  const long = { from: new Date('2026-09-01'), until: new Date('2026-11-30') };
  expect([isEnding(long, at('2026-11-15')), isEnding(long, at('2026-11-17'))]).toEqual([
    false,
    true,
  ]);
  const short = { from: new Date('2026-11-01'), until: new Date('2026-11-07') };
  expect([isEnding(short, at('2026-11-04')), isEnding(short, at('2026-11-06'))]).toEqual([
    false,
    true,
  ]);
});
