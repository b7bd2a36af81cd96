import { rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, assert, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Activity } from '#core/contract/admin/auth.ts';
import type { NewMailServer, SenderChecks } from '#core/contract/messages/mail-server.ts';
import type { Mail } from '#core/contract/messages/mails.ts';
import { type Browser, makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { placeOrder } from '#tests/support/mails.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { hasMailServer, isMailServerLost, mailServerInForce } from './mail-server.service.ts';
import { startSending } from './sending.service.ts';

const login = { user: 'ada@mail.example', pass: 'p@ss:word/ 1' };
const PATH = '/api/manage/mail-server';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let server: MailServer;
  let shop: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['orders', 'mails', 'events', 'sealed_secrets'] as const)
      await database.db.deleteFrom(table).execute();
    server = await startMailServer({ login, offersTls: false });
    admin = await shop.admin();
    await admin.put('/api/settings/general', {
      siteTitle: 'Ada',
      contactEmail: 'ada@shop.example',
      timeZone: 'UTC',
    });
  });
  afterEach(() => server.close());

  const entered = (change: Partial<NewMailServer> = {}): NewMailServer => ({
    provider: 'other',
    host: '127.0.0.1',
    port: Number(new URL(server.url).port),
    security: 'none',
    user: login.user,
    password: login.pass,
    sender: 'shop@ada.example',
    ...change,
  });
  const tested = async (change: Partial<NewMailServer> = {}) =>
    (await admin.post(`${PATH}/test`, { server: entered(change) })).json();

  test('a mail server that is saved sends at once, from its sender, and nothing answers with its password', async () => {
    expect((await admin.get(PATH)).json()).toEqual({
      source: 'none',
      saved: null,
      host: null,
      sender: 'ada@shop.example',
    });
    const saved = await admin.put(PATH, entered());
    const { password: _, ...shown } = entered();
    expect(saved.json()).toEqual({
      source: 'settings',
      saved: shown,
      host: '127.0.0.1',
      sender: 'shop@ada.example',
    });
    expect((await admin.get(PATH)).json()).toEqual(saved.json());
    const stored = await database.db.selectFrom('sealed_secrets').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/mail\.example|p@ss/);
    const { id } = await placeOrder(shop);
    const job = startSending(shop.ctx);
    await expect.poll(() => server.received.length).toBe(2);
    await job.stop(1_000);
    expect(
      server.received.map(({ envelope, headers }) => [
        envelope.from,
        headers.get('from'),
        headers.get('reply-to'),
      ]),
    ).toContainEqual(['shop@ada.example', 'Ada <shop@ada.example>', 'ada@shop.example']);
    expect((await admin.get(`/api/manage/orders/${id}`)).json().hasMailServer).toBe(true);
  });

  test('the stored password never goes to another server, another login or an open connection', async () => {
    await admin.put(PATH, entered({ security: 'starttls' }));
    expect((await admin.put(PATH, entered({ security: 'tls', password: '' }))).statusCode).toBe(
      200,
    );
    expect((await mailServerInForce(shop.ctx))?.url).toContain(encodeURIComponent(login.pass));
    for (const change of [
      { host: 'evil.example' },
      { user: 'eve' },
      { security: 'none' },
    ] as const) {
      const refused = await admin.put(
        PATH,
        entered({ security: 'starttls', ...change, password: '' }),
      );
      expect([refused.statusCode, refused.json().issues]).toEqual([
        400,
        [{ path: 'password', message: 'Enter the password' }],
      ]);
      expect(
        (
          await admin.post(`${PATH}/test`, {
            server: entered({ ...change, security: 'none', password: '' }),
          })
        ).statusCode,
      ).toBe(400);
    }
    expect(server.logins).toEqual([]);
  });

  onTheOtherToo.each<[Partial<NewMailServer>, string]>([
    [{ host: 'smtp.example.com/x' }, 'host'],
    [{ host: '' }, 'host'],
    [{ host: 'a b' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ port: 70_000 }, 'port'],
    [{ user: '' }, 'user'],
    [{ sender: 'ada' }, 'sender'],
    [{ user: 'a\r\nb' }, 'user'],
  ])('%o is refused', async (change, field) => {
    const refused = await admin.put(PATH, entered(change));
    expect([refused.statusCode, refused.json().issues[0].path]).toEqual([400, field]);
  });

  test('a change asks again who is there, and is in the activity', async () => {
    await admin.put(PATH, entered());
    shop.clock.forward({ minutes: 11 });
    for (const response of [
      await admin.put(PATH, entered({ host: 'evil.example' })),
      await admin.delete(PATH),
      await admin.post(`${PATH}/test`, { server: null }),
    ])
      expect(response.json().code).toBe('confirmation_required');
    admin = await shop.admin();
    await admin.delete(PATH);
    const activity = (await admin.get('/api/auth/activity')).json<Activity[]>();
    expect(activity.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['The mail server was changed', 'The mail server was removed']),
    );
  });

  test('what waits for another try goes out once the mail server is saved again', async () => {
    await admin.put(PATH, entered({ password: 'of last year' }));
    const { id } = await placeOrder(shop);
    const statuses = async () =>
      (await admin.get(`/api/manage/orders/${id}`))
        .json()
        .mails.map(({ status, lastError }: Mail) => `${status} ${lastError !== null}`);
    const job = startSending(shop.ctx);
    await expect.poll(statuses).toEqual(['waiting true', 'waiting true']);
    await admin.put(PATH, entered());
    await expect.poll(statuses).toEqual(['sent false', 'sent false']);
    await job.stop(1_000);
  });

  test('once the mail server is removed emails that wait can be sent by hand, and new ones are kept', async () => {
    await admin.put(PATH, entered());
    const { id } = await placeOrder(shop);
    await admin.delete(PATH);
    const order = (await admin.get(`/api/manage/orders/${id}`)).json();
    expect(order.mails.map(({ status }: { status: string }) => status)).toEqual(['kept', 'kept']);
    const refused = await admin.post(`/api/mails/${order.mails[0].id}/send`);
    expect(refused.json().message).toContain('Settings');
  });

  onTheOtherToo('a test email arrives, and each refusal says what to do', async () => {
    expect(await tested()).toEqual({
      isSent: true,
      message: expect.stringContaining('ada@shop.example'),
      said: null,
    });
    expect(server.received[0]?.headers.get('subject')).toBe('Test email from Ada');
    await admin.put(PATH, entered());
    expect((await admin.post(`${PATH}/test`, { server: null })).json().isSent).toBe(true);
    const messageOf = async (change: Partial<NewMailServer> = {}) => (await tested(change)).message;
    expect(await messageOf({ password: 'wrong' })).toMatch(
      /^The password was refused\. Check the user name/,
    );
    expect(await messageOf({ user: '', password: '' })).toContain(
      'requires a user name and password',
    );
    expect(await messageOf({ security: 'starttls' })).toContain('no encryption');
    expect(await messageOf({ security: 'tls' })).toContain('doesn’t use TLS on port');
    server.behave('busy');
    expect(await tested()).toMatchObject({
      message: expect.stringContaining('try again later'),
      said: expect.stringContaining('451'),
    });
    server.behave('refuse');
    expect(await messageOf()).toContain('refused the email');
    const { port } = await closedPort();
    expect(await messageOf({ port })).toContain('doesn’t accept connections');
    await admin.put('/api/settings/general', {
      siteTitle: 'Ada',
      contactEmail: 'nobody@shop.example',
      timeZone: 'UTC',
    });
    server.behave('accept');
    expect(await messageOf()).toContain('won’t deliver');
  });

  onTheOtherToo('a test needs an address of the owner, and a mail server', async () => {
    expect((await admin.post(`${PATH}/test`, { server: null })).json().message).toBe(
      'Enter a mail server first.',
    );
    await database.db.deleteFrom('site_settings').execute();
    expect((await admin.post(`${PATH}/test`, { server: entered() })).json().message).toContain(
      'contact email',
    );
  });

  test('without its key file the mail server is to be entered again, emails wait, and it is said', async () => {
    await admin.put(PATH, entered());
    rmSync(path.join(shop.ctx.config.dataDir, 'shop.key'));
    expect((await admin.get(PATH)).json()).toMatchObject({ source: 'lost', saved: null });
    const { id } = await placeOrder(shop);
    const { mails } = (await admin.get(`/api/manage/orders/${id}`)).json();
    expect(mails.map(({ status }: { status: string }) => status)).toEqual(['waiting', 'waiting']);
    expect(await isMailServerLost(shop.ctx)).toBe(true);
    await admin.put(PATH, entered());
    expect((await admin.get(PATH)).json().source).toBe('settings');
  });

  test.runIf(engine === 'postgres')(
    'another process sends by the same server, without a restart',
    async () => {
      const second = await makeSecondApp(database);
      assert(second);
      expect(await hasMailServer(second.ctx)).toBe(false);
      await admin.put(PATH, entered());
      expect([await hasMailServer(second.ctx), await mailServerInForce(second.ctx)]).toEqual([
        true,
        null,
      ]);
      second.ctx.config.dataDir = shop.ctx.config.dataDir;
      expect(await mailServerInForce(second.ctx)).toMatchObject({ host: '127.0.0.1' });
      await second.close();
    },
  );

  onTheOtherToo(
    'pages say that the shop sends email from the moment a mail server is saved until it is removed',
    async () => {
      const sendsEmail = async () => (await shop.visitor().get('/api/settings')).json().sendsEmail;
      const dropped = shop.drops();
      expect(await sendsEmail()).toBe(false);
      await admin.put(PATH, entered());
      expect([await sendsEmail(), shop.drops() - dropped]).toEqual([true, 1]);
      await admin.delete(PATH);
      expect([await sendsEmail(), shop.drops() - dropped]).toEqual([false, 2]);
    },
  );

  test('SMTP_URL wins, and Settings says so', async () => {
    await admin.put(PATH, entered());
    const configured = await makeApp(database, {
      config: { smtpUrl: 'smtp://user:secret@mail.example' },
    });
    const answer = (await (await configured.admin()).get(PATH)).json();
    expect(answer).toMatchObject({
      source: 'environment',
      host: 'mail.example',
      sender: 'ada@shop.example',
    });
    expect(JSON.stringify(answer)).not.toContain('secret');
    await configured.app.close();
  });
});

const closedPort = () =>
  new Promise<{ port: number }>((resolve) => {
    const listener = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as net.AddressInfo;
      listener.close(() => resolve({ port }));
    });
  });

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let zone: Record<string, string[]> | null;
  beforeAll(async () => {
    database = await makeDatabase();
    const resolveTxt = async (name: string) =>
      zone ? (zone[name] ?? []) : Promise.reject(new Error('no answer'));
    shop = await makeApp(database, { resolveTxt });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  const checked = async (change: Partial<NewMailServer>): Promise<SenderChecks['checks']> => {
    const fields = {
      provider: 'gmail',
      host: 'smtp.gmail.com',
      port: 465,
      security: 'tls',
      user: 'a',
      password: 'b',
      sender: 'a@ada.example',
    };
    await admin.put(PATH, { ...fields, ...change });
    const { checks } = (await admin.get(`${PATH}/sender`)).json<SenderChecks>();
    return checks;
  };
  const google = {
    '_spf.google.com': ['v=spf1 ip4:1.2.3.4 ~all'],
    'google._domainkey.ada.example': ['v=DKIM1; k=rsa; p=abc'],
  };

  onTheOtherToo.each<
    [string, Record<string, string[]> | null, Partial<NewMailServer>, [string, string | null][]]
  >([
    [
      'no records',
      {},
      {},
      [
        ['bad', 'v=spf1 include:_spf.google.com ~all'],
        ['unknown', null],
      ],
    ],
    [
      'the right records',
      { ...google, 'ada.example': ['v=spf1 include:_spf.google.com ~all'] },
      {},
      [
        ['good', null],
        ['good', null],
      ],
    ],
    [
      'the right mechanism in a record that is included',
      {
        ...google,
        'ada.example': ['x', 'v=spf1 include:host.example -all'],
        'host.example': ['v=spf1 redirect=_spf.google.com', 'v=spf1 include:_spf.google.com'],
      },
      {},
      [
        ['good', null],
        ['good', null],
      ],
    ],
    [
      'records that include each other',
      {
        'ada.example': ['v=spf1 include:b.example -all'],
        'b.example': ['v=spf1 include:ada.example -all'],
      },
      {},
      [
        ['bad', 'v=spf1 include:_spf.google.com include:b.example -all'],
        ['unknown', null],
      ],
    ],
    [
      'two SPF records',
      { 'ada.example': ['v=spf1 -all', 'v=spf1 ~all'] },
      {},
      [
        ['bad', null],
        ['unknown', null],
      ],
    ],
    [
      'a server whose rule is not known',
      { 'ada.example': ['v=spf1 mx -all'] },
      { host: 'mail.host.example' },
      [
        ['unknown', null],
        ['unknown', null],
      ],
    ],
    ['an address of the provider’s own', {}, { sender: 'ada@gmail.com' }, [['good', null]]],
    ['an address of another provider', {}, { sender: 'ada@icloud.com' }, [['bad', null]]],
    [
      'name servers that give no answer',
      null,
      {},
      [
        ['unknown', null],
        ['unknown', null],
      ],
    ],
  ])(
    '%s: the sender’s address is checked, with the record to enter',
    async (_, records, change, expected) => {
      zone = records;
      expect(
        (await checked(change)).map(({ state, record }) => [state, record?.value ?? null]),
      ).toEqual(expected);
    },
  );
});
