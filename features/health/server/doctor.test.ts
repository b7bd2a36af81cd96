import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entriesAt } from '#core/server/plugged-in.ts';
import type { DoctorReport, Finding } from '#features/health/contract/doctor.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { examine } from './doctor.service.ts';
import { makePass, PROBE_PATH, SPOOFED_ADDRESS } from './probe.service.ts';

const URL_PATH = '/api/manage/doctor';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  const open = async (config = {}) => {
    await shop?.app.close();
    shop = await makeApp(database, { config });
    admin = await shop.admin();
  };
  beforeEach(async () => {
    database = await makeDatabase();
    await open();
  });
  afterEach(async () => {
    await shop.app.close();
    await database.close();
  });

  const report = async () => (await admin.post(URL_PATH)).json<DoctorReport>();
  const finding = async (name: string): Promise<Finding | undefined> =>
    (await report()).findings.find((one) => one.name === name);

  test('a new shop is told what is well, and what it still needs', async () => {
    const { findings, at } = await report();
    expect(at).toBe(shop.clock.now().toISOString());
    const states = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({
      Configuration: 'warning',
      'Files and permissions': 'good',
      Clock: 'good',
      // The servers of the tests save faster than they may.
      Database: engine === 'sqlite' ? 'good' : 'bad',
      'Photos and videos': 'good',
      Email: 'warning',
      'The shop’s address': 'unknown',
      'Visitors’ IP addresses': 'unknown',
      'Last errors': 'good',
    });
    for (const { state, wayOut } of findings)
      if (state === 'warning' || state === 'bad') expect(wayOut).not.toBeNull();
    expect(findings.find(({ name }) => name === 'Database')?.text).toMatch(
      engine === 'sqlite' ? /^SQLite 3/ : /^PostgreSQL .*fsync is off/,
    );
    expect((await shop.visitor().post(URL_PATH)).statusCode).toBe(401);
  });

  test('the report has no secrets', async () => {
    const server = await startMailServer({
      login: { user: 'ada', pass: 'pa55word' },
      offersTls: false,
    });
    await open({
      smtpUrl: `${server.url.replace('//', '//ada:pa55word@')}?requireTLS=false`,
      publicUrl: 'https://localhost',
    });
    expect((await admin.post(URL_PATH)).body).not.toMatch(/pa55word|rock-solid/);
    expect(await finding('Email')).toMatchObject({
      state: 'good',
      text: expect.stringContaining('accepts our login'),
    });
    expect(server.received).toEqual([]);
    await server.close();
    expect(await finding('Email')).toMatchObject({
      state: 'bad',
      wayOut: expect.stringContaining('doesn’t accept connections'),
    });
  });

  onTheOtherToo(
    'files that others can read, and a disk or a bucket that takes nothing, are found',
    async () => {
      const file = path.join(shop.ctx.config.dataDir, 'shop.key');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, 'x');
      chmodSync(file, 0o644);
      expect(await finding('Files and permissions')).toMatchObject({
        state: 'warning',
        text: expect.stringContaining('shop.key'),
      });
      const mediaStore = { tryWriting: () => Promise.reject(new Error('no')) };
      const { findings } = await examine({ ...shop.ctx, mediaStore, lastErrors: null });
      expect(findings.find(({ name }) => name === 'Photos and videos')).toMatchObject({
        state: 'bad',
      });
      expect(findings.find(({ name }) => name === 'Last errors')).toMatchObject({
        state: 'unknown',
      });
    },
  );

  onTheOtherToo('errors of the log are listed without what they were about', async () => {
    await open({ logLevel: 'error' });
    shop.ctx.log.error({ err: new TypeError('eva@buyer.example'), order: 12 }, 'something broke');
    const found = await finding('Last errors');
    expect(found).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/^One .*something broke \(TypeError\)$/),
    });
    expect(JSON.stringify(found)).not.toContain('eva');
  });

  test('a database that does not answer is one finding, and the others still come', async () => {
    const db = {
      selectFrom: () => {
        throw new Error('gone');
      },
    } as unknown as typeof shop.ctx.db;
    const { findings } = await examine({ ...shop.ctx, db, lastErrors: null });
    expect(findings.find(({ name }) => name === 'Database')?.state).toBe('bad');
    expect(findings.find(({ name }) => name === 'Files and permissions')?.state).toBe('good');
    expect(findings).toHaveLength(11 + Object.keys(entriesAt('findings')).length);
  });

  test('a pass opens the probe once, for a minute, and it says whose address the shop sees', async () => {
    const ask = async (headers = {}) =>
      shop.visitor().get(`${PROBE_PATH}/${await makePass(shop.ctx)}`, headers);
    expect((await ask()).json()).toEqual({
      isSpoofed: false,
      isForwarded: false,
      isUntrusted: false,
    });
    expect((await ask({ 'x-forwarded-for': SPOOFED_ADDRESS })).json()).toEqual({
      isSpoofed: false,
      isForwarded: true,
      isUntrusted: true,
    });
    await open({ trustProxy: 1, publicUrl: 'https://druse.example' });
    expect(
      (await ask({ 'x-forwarded-for': `${SPOOFED_ADDRESS}, 198.51.100.1` })).json(),
    ).toMatchObject({
      isSpoofed: false,
      isUntrusted: false,
    });
    await open({ trustProxy: 2, publicUrl: 'https://druse.example' });
    expect(
      (await ask({ 'x-forwarded-for': `${SPOOFED_ADDRESS}, 198.51.100.1` })).json(),
    ).toMatchObject({ isSpoofed: true });
    const pass = await makePass(shop.ctx);
    expect((await shop.visitor().get(`${PROBE_PATH}/${pass}`)).statusCode).toBe(200);
    expect((await shop.visitor().get(`${PROBE_PATH}/${pass}`)).statusCode).toBe(404);
    const late = await makePass(shop.ctx);
    shop.clock.forward({ minutes: 2 });
    expect((await shop.visitor().get(`${PROBE_PATH}/${late}`)).statusCode).toBe(404);
    expect((await shop.visitor().get(`${PROBE_PATH}/x`)).statusCode).toBe(400);
  });
});
