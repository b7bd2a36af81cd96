/** The image and the Caddyfile as they are shipped, started in earnest: what stands between the shop and its visitors must not change what it promises. */
import { chownSync, mkdtempSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { cartBody } from '../support/orders.ts';
import {
  type PostgresServer,
  postgresBinaries,
  startPrimary,
} from '../support/postgres-cluster.ts';
import { freePort } from '../support/postgres-server.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { filePart, formOf } from '../support/uploads.ts';
import { type FrontDoor, proxyFor, WAIT } from './caddy.ts';
import { buildImage, type Container, missingTools, startContainer } from './image.ts';

const TIMEOUT = 900_000;
const ADMIN_PASSWORD = 'a long one of our own';
const missing = [
  ...missingTools(),
  ...(postgresBinaries ? [] : ['PostgreSQL is missing: apt-get install postgresql']),
];
if (missing.length > 0)
  throw new Error(`npm run test:deploy cannot run here:\n  ${missing.join('\n  ')}`);

/** A folder that the image's user `node` may write to. */
function newData(): string {
  const folder = mkdtempSync(path.join(inject('runFolder'), 'deploy-'));
  chownSync(folder, 1000, 1000);
  return folder;
}

beforeAll(async () => {
  const bytes = await buildImage();
  console.log(`The image has ${Math.round(bytes / 1e6)} MB.`);
}, TIMEOUT);

test('the image runs as an ordinary user and answers on its own', {
  timeout: TIMEOUT,
}, async () => {
  const port = await freePort();
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: 'https://druse.example',
    ADMIN_PASSWORD,
  };
  const container = await startContainer(environment, newData());
  try {
    await isUp(`http://127.0.0.1:${port}/livez`);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain(
      'Our Specimen Gallery',
    );
  } finally {
    await container.stop();
  }
});

describe('two processes on PostgreSQL and a bucket, behind the Caddyfile', () => {
  let database: PostgresServer;
  let store: S3Server;
  const shops: Container[] = [];
  let proxy: FrontDoor;
  let ca: Buffer;
  let session: ClientHttp2Session;

  beforeAll(async () => {
    database = await startPrimary(inject('runFolder'));
    store = await startS3Server();
    proxy = await proxyFor(2);
    const common = {
      ...store.environment,
      HOST: '127.0.0.1',
      PUBLIC_URL: proxy.origin,
      ADMIN_PASSWORD,
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: `postgres://druse@127.0.0.1:${database.port}/postgres`,
    };
    for (const port of proxy.ports) {
      shops.push(await startContainer({ ...common, PORT: String(port) }, newData()));
      await isUp(`http://127.0.0.1:${port}/livez`);
    }
    ca = await proxy.start();
    await vi.waitFor(async () => expect((await ask('/livez')).status).toBe(200), WAIT);
    session = connectHttp2(proxy.origin, { ca });
  }, TIMEOUT);

  afterAll(async () => {
    session?.destroy();
    proxy?.stop();
    for (const shop of shops) await shop.stop();
    await store?.stop();
    await database?.kill();
  }, TIMEOUT);

  type Reply = {
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  };

  /** A request over HTTP/1.1 through the proxy. @param options `localAddress` says who asks. */
  const ask = (
    target: string,
    { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
  ) =>
    new Promise<Reply>((resolve, reject) => {
      const sent = request(new URL(target, proxy.origin), { ca, ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.on('error', reject).end(body);
    });

  const order = async (specimenId: number, localAddress = '127.0.0.1') => {
    const body = JSON.stringify(cartBody([{ specimenId, quantity: 1 }]));
    return ask('/api/orders', {
      method: 'POST',
      body,
      localAddress,
      headers: { 'content-type': 'application/json' },
    });
  };

  /** Ids of specimens that can be bought. */
  const available = async (): Promise<number[]> => {
    const all: { id: number; forSale: boolean; status: string; price: string | null }[] =
      JSON.parse((await ask('/api/specimens')).text);
    return all
      .filter(
        ({ forSale, status, price }) =>
          forSale && status === 'available' && /^\d/.test(price ?? ''),
      )
      .map(({ id }) => id);
  };

  const rows = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
    const client = new pg.Client(`postgres://druse@127.0.0.1:${database.port}/postgres`);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  test('pages come over HTTP/2, compressed by the shop', async () => {
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const stream = session.request({ ':path': '/', 'accept-encoding': 'br' });
      stream.on('response', resolve).on('error', reject).resume();
    });
    expect(session.alpnProtocol).toBe('h2');
    expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
  });

  test('an order through the proxy is taken, and counted for its sender and not for the proxy', async () => {
    const [id = 0] = await available();
    expect((await order(id, '127.0.0.9')).status).toBe(201);
    expect(await rows('select ip_address from orders')).toEqual([{ ip_address: '127.0.0.9' }]);
  });

  test('a picture of nearly 50 MB passes, and is shown', { timeout: TIMEOUT }, async () => {
    const [width, height] = [4_150, 4_100];
    const noise = Buffer.alloc(width * height * 3);
    for (let at = 0; at < noise.length; at++) noise[at] = (at * 2_654_435_761) >>> 13;
    const png = await sharp(noise, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(png.length).toBeGreaterThan(47 * 2 ** 20);
    const login = await ask('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
      headers: { 'content-type': 'application/json' },
    });
    expect(login.status).toBe(200);
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const { payload, headers } = formOf([
      filePart('image', png, 'large.png'),
      { name: 'data', value: JSON.stringify({ title: 'Large', category: 'Minerals' }) },
    ]);
    const created = await ask('/api/specimens', {
      method: 'POST',
      body: payload,
      headers: { ...headers, cookie },
    });
    expect(created.status).toBe(201);
    const { imageUrl } = JSON.parse(created.text);
    expect((await ask(imageUrl)).status).toBe(200);
  });

  test('while the database is away cached pages are served, and orders are refused in words', {
    timeout: TIMEOUT,
  }, async () => {
    const [id = 0] = await available();
    // The proxy chooses by chance: often enough that both processes have the page in their cache.
    for (let turn = 0; turn < 20; turn++) expect((await ask('/')).status).toBe(200);
    await database.kill();
    // Longer than the proxy takes to notice that a process is not well.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const during = [await ask('/'), await ask('/'), await order(id).catch((error: Error) => error)];
    await database.start();
    expect(during).toEqual([
      expect.objectContaining({ status: 200 }),
      expect.objectContaining({ status: 200 }),
      expect.anything(),
    ]);
    await expect.poll(async () => (await order(id)).status, { timeout: 60_000 }).toBe(201);
  });
});

/** Waits until the URL answers 200. */
const isUp = (url: string) => vi.waitFor(async () => expect(await statusOf(url)).toBe(200), WAIT);

const statusOf = async (url: string): Promise<number | null> =>
  (await fetch(url).catch(() => null))?.status ?? null;
