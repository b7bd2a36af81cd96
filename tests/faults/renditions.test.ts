/** A process is killed while it makes renditions; another one on the same bucket and database takes over. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { ADMIN } from '../support/app.ts';
import { onDatabases, type TestDatabase } from '../support/databases.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { filePart, formOf } from '../support/uploads.ts';

const TIMEOUT = 240_000;

onDatabases(['postgres'], (makeDatabase) => {
  let database: TestDatabase;
  let store: S3Server;
  const running: ShopProcess[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    store = await startS3Server();
  });
  afterEach(async () => {
    for (const shop of running.splice(0)) await kill(shop);
  });
  afterAll(async () => {
    await store.stop();
    await database.close();
  });

  async function start() {
    const environment = {
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: ADMIN.password,
      ...store.environment,
      ...database.environment,
    };
    const shop = await startShop(environment);
    running.push(shop);
    return shop;
  }
  async function kill({ child, ended }: ShopProcess): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  test(
    'renditions of a killed process are made by the other one',
    async () => {
      const here = await start();
      const specimen = await upload(here.origin);
      expect(specimen.main).toMatchObject({ kind: 'picture', complete: false });
      const job = async () => (await database.db.selectFrom('media_jobs').selectAll().execute())[0];
      await expect.poll(async () => (await job())?.claimed_at, { interval: 5 }).toBeTruthy();
      const there = await start();
      await kill(here);
      expect(await job()).toMatchObject({ media_id: specimen.main.id, attempts: 1 });

      // Lets the claim lapse.
      await database.db
        .updateTable('media_jobs')
        .set({ claimed_at: '2026-01-01T00:00:00.000Z' })
        .execute();
      await expect.poll(job, { timeout: 120_000, interval: 100 }).toBeUndefined();
      const read = async () =>
        (await (
          await fetch(`${there.origin}/api/specimens/${specimen.id}`)
        ).json()) as SpecimenDetail;
      await expect
        .poll(read)
        .toMatchObject({ main: { complete: true, widths: [320, 640, 960, 1440, 2048] } });
      for (const width of ['320', '2048', 'full', 'preview']) {
        const picture = await fetch(`${there.origin}/media/${specimen.main.id}-${width}.jpg`);
        expect([
          picture.status,
          (await sharp(await picture.arrayBuffer()).metadata()).format,
        ]).toEqual([200, 'jpeg']);
      }
      expect((await fetch(`${there.origin}/media/private/${specimen.main.id}.jpg`)).status).toBe(
        404,
      );
    },
    TIMEOUT,
  );
});

async function upload(origin: string): Promise<SpecimenDetail> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const picture = await sharp({
    create: { width: 3600, height: 2400, channels: 3, background: 'black', noise },
  })
    .jpeg()
    .toBuffer();
  const data = JSON.stringify({
    title: 'Halite',
    category: 'Minerals',
    forSale: false,
    visible: true,
  });
  const { payload, headers } = formOf([{ name: 'data', value: data }, filePart('image', picture)]);
  const response = await fetch(`${origin}/api/specimens`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: new Uint8Array(payload),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as SpecimenDetail;
}
