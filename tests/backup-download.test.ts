/** The admin's download in Settings. */
import { readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openArchive } from '#server/features/backup/archive-check.ts';
import { type Browser, makeApp, type TestApp } from './support/app.ts';
import { newFolder } from './support/backups.ts';
import type { TestDatabase } from './support/databases.ts';
import { addSpecimens, addVideo } from './support/specimens.ts';
import { onEveryPair } from './support/stores.ts';

const url = '/api/manage/backup';
const kept = () => readdirSync(tmpdir());

onEveryPair((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    vi.stubEnv('TMPDIR', newFolder());
    database = await makeDatabase();
    shop = await makeApp(database, { mediaStore: makeStore() });
    admin = await shop.admin();
    await addSpecimens(shop.ctx, [{}, {}]);
    // More than a connection takes when nobody reads.
    for (let n = 0; n < 3; n++) await shop.ctx.mediaStore.put(`${await addVideo(shop.ctx)}.mp4`, Buffer.alloc(9_000_000, n));
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
    vi.unstubAllEnvs();
  });

  test('a visitor gets nothing', async () => {
    const answer = await shop.visitor().get(url);
    expect([answer.statusCode, answer.json()]).toEqual([401, { code: 'unauthorized', message: 'Please log in as an administrator.' }]);
    expect((await shop.visitor().request({ method: 'HEAD', url })).statusCode).toBe(401);
    expect((await shop.visitor().post(url)).statusCode).toBe(405);
  });

  test('the admin gets the whole shop as a file, and no cache does', async () => {
    expect((await admin.request({ method: 'HEAD', url })).statusCode).toBe(204);
    const answer = await admin.get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': 'attachment; filename="druse-2026-11-21.tar"',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'no-store',
    });
    const file = path.join(newFolder(), 'download.tar');
    writeFileSync(file, answer.rawPayload);
    expect((await openArchive(file)).manifest).toMatchObject({ tables: { specimens: 2, users: 1 }, files: 3 });
  });

  test('one at a time, and the next one can be had when it is over or given up', async () => {
    await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
    const headers = { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const isFree = () => expect.poll(async () => (await fetch(`${origin}${url}`, { method: 'HEAD', headers })).status).toBe(204);
    // The file before is over a moment after its last byte.
    await isFree();
    const givenUp = new AbortController();
    const first = await fetch(`${origin}${url}`, { headers, signal: givenUp.signal });
    expect(first.status).toBe(200);
    const second = await fetch(`${origin}${url}`, { headers });
    expect([second.status, await second.json()]).toEqual([409, expect.objectContaining({ code: 'state_conflict' })]);
    expect((await fetch(`${origin}${url}`, { method: 'HEAD', headers })).status).toBe(409);
    givenUp.abort();
    await isFree();
    expect(kept()).toEqual([]);
    // Also by someone who goes before the first byte.
    const gone = new AbortController();
    const early = fetch(`${origin}${url}`, { headers, signal: gone.signal });
    setTimeout(() => gone.abort(), 2);
    await expect(early).rejects.toThrow();
    await isFree();
    const third = await fetch(`${origin}${url}`, { headers });
    expect((await third.arrayBuffer()).byteLength).toBe(Number(third.headers.get('content-length')));
    await expect.poll(kept).toEqual([]);
  });
});
