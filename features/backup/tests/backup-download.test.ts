/** The admin downloads a backup in Settings. */
import { readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openArchive } from '#platform/backup/archive-check.ts';
import { entriesOf } from '#platform/backup/archive-reader.ts';
import { openContent } from '#platform/backup/encryption.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { newFolder } from '#tests/support/backups.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';

const url = '/api/manage/backup';
const PASSPHRASE = 'five random words & more';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let videos: string[];
  const temporaryFiles = () => readdirSync(path.join(shop.ctx.config.dataDir, 'work'));

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { mediaStore: makeStore() });
    admin = await shop.admin();
    await addSpecimens(shop.ctx, [{}, {}]);
    videos = [];
    for (let n = 0; n < 3; n++) videos.push(`${await addVideo(shop.ctx)}.mp4`);
    await store(90_000);
  });
  async function store(bytes: number) {
    for (const [n, video] of videos.entries())
      await shop.ctx.mediaStore.put(video, Buffer.alloc(bytes, n));
  }
  // A download ends a moment after its last byte.
  beforeEach(() =>
    expect
      .poll(async () => (await admin.request({ method: 'HEAD', url })).statusCode)
      .not.toBe(409),
  );
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('a visitor may not download a backup', async () => {
    const response = await shop.visitor().get(url);
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { code: 'unauthorized', message: 'Please log in as an administrator.' },
    ]);
    expect((await shop.visitor().request({ method: 'HEAD', url })).statusCode).toBe(401);
    expect((await shop.visitor().post(url, { passphrase: PASSPHRASE })).statusCode).toBe(401);
    expect((await shop.visitor().put(url, {})).statusCode).toBe(405);
  });

  test('the admin downloads the whole shop as an uncacheable file', async () => {
    expect((await admin.request({ method: 'HEAD', url })).statusCode).toBe(204);
    const response = await admin.get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': 'attachment; filename="druse-2026-11-21.tar"',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'no-store',
    });
    const file = path.join(newFolder(), 'download.tar');
    writeFileSync(file, response.rawPayload);
    expect((await openArchive(file)).manifest).toMatchObject({
      tables: { specimens: 2, users: 1 },
      files: 3,
    });
  });

  test('the admin downloads it encrypted with a passphrase, which a form sends in its body', async () => {
    const body = String(new URLSearchParams({ passphrase: PASSPHRASE }));
    const response = await admin.request({ method: 'POST', url, payload: body, headers: form });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="druse-2026-11-21.tar.age"',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'no-store',
    });
    const file = path.join(newFolder(), 'download.tar.age');
    writeFileSync(file, response.rawPayload);
    expect(response.rawPayload.includes('manifest.json')).toBe(false);
    const content = await openContent(file, async () => PASSPHRASE);
    for await (const { name } of entriesOf(content)) {
      expect(name).toBe('manifest.json');
      break;
    }
  });

  test('without a passphrase of twelve characters no encrypted backup is made', async () => {
    const refusal = async (payload: string) => {
      const response = await admin.request({ method: 'POST', url, payload, headers: form });
      return [response.statusCode, response.json().message];
    };
    expect(await refusal('passphrase=eleven+long')).toEqual([
      400,
      'Please choose a passphrase of at least 12 characters',
    ]);
    expect(await refusal('passphrase=twelve+chars%0A')).toEqual([
      400,
      'The passphrase has characters you can’t type',
    ]);
    expect(await refusal(`passphrase=${'x'.repeat(1_001)}`)).toEqual([
      400,
      'Please choose a passphrase of at most 1000 characters',
    ]);
    expect(await refusal('')).toEqual([400, 'Please enter the passphrase']);
    expect(await refusal(`passphrase=${'x'.repeat(9_000)}`)).toEqual([413, expect.anything()]);
    expect((await admin.request({ method: 'HEAD', url })).statusCode).toBe(204);
  });

  test('an encrypted backup needs a password given within the last ten minutes too', async () => {
    const browser = await shop.admin();
    await shop.ctx.db.updateTable('sessions').set({ confirmed_at: null }).execute();
    expect((await browser.post(url, { passphrase: PASSPHRASE })).json().code).toBe(
      'confirmation_required',
    );
    admin = await shop.admin();
  });

  test('a form on another site gets no backup', async () => {
    const headers = { ...form, 'sec-fetch-site': 'cross-site' };
    const response = await admin.request({
      method: 'POST',
      url,
      payload: `passphrase=${PASSPHRASE}`,
      headers,
    });
    expect([response.statusCode, response.json().code]).toEqual([403, 'foreign_origin']);
  });

  test('one backup runs at a time, and the next is available once it ends or is aborted', async () => {
    // More than a connection buffers while nobody reads.
    await store(9_000_000);
    await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
    const headers = {
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    const isFree = () =>
      expect
        .poll(async () => (await fetch(`${origin}${url}`, { method: 'HEAD', headers })).status)
        .toBe(204);
    const aborted = new AbortController();
    const first = await fetch(`${origin}${url}`, { headers, signal: aborted.signal });
    expect(first.status).toBe(200);
    const second = await fetch(`${origin}${url}`, { headers });
    expect([second.status, await second.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'state_conflict' }),
    ]);
    expect((await fetch(`${origin}${url}`, { method: 'HEAD', headers })).status).toBe(409);
    aborted.abort();
    await isFree();
    expect(temporaryFiles()).toEqual([]);
    // Also when the client leaves before the first byte.
    const leaving = new AbortController();
    const early = fetch(`${origin}${url}`, { headers, signal: leaving.signal });
    setTimeout(() => leaving.abort(), 2);
    await expect(early).rejects.toThrow();
    await isFree();
    // And when an encrypted one is aborted.
    const encrypting = new AbortController();
    const body = new URLSearchParams({ passphrase: PASSPHRASE });
    const encrypted = await fetch(`${origin}${url}`, {
      method: 'POST',
      headers,
      body,
      signal: encrypting.signal,
    });
    expect(encrypted.status).toBe(200);
    encrypting.abort();
    await isFree();
    expect(temporaryFiles()).toEqual([]);
    const third = await fetch(`${origin}${url}`, { headers });
    expect((await third.arrayBuffer()).byteLength).toBe(
      Number(third.headers.get('content-length')),
    );
    await expect.poll(temporaryFiles).toEqual([]);
  });
});
