/** What it costs to write: orders, each safely on the disk before it is answered, and pictures. */
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { directBody } from '#tests/support/orders.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';
import { adminHeaders } from './admin.ts';
import { compare, measure } from './compare.ts';
import type { Ask } from './load.ts';
import { processorSeconds } from './processes.ts';
import type { Figure, Row } from './results.ts';
import { type Asker, type BareServer, fetchAnswer, type Server } from './servers.ts';

const BUYERS = 16;
const ORDERS = 2_400;
const ROUNDS = 3;
const UPLOADS = 4;
const FSYNC_MS = 1_000;
const WAL_FRAME = 4_120;

type Tools = { asker: Asker; bare: BareServer };

/** Many buyers, each of another specimen, with an idempotency key as the browser sends it. */
export async function measureOrders(
  shop: Server,
  dataDir: string,
  specimens: number,
  tools: Tools,
): Promise<{ rows: Row[]; figures: Figure[] }> {
  const asks = (await readAvailable(shop)).map(orderOf);
  const fsyncs = [fsyncsPerSecond(dataDir)];
  const rounds = { count: ROUNDS, seconds: 10 };
  const { bytes, ...measured } = await compare(
    shop,
    { asks, again: false, connections: BUYERS },
    { ...tools, rounds },
  );
  fsyncs.push(fsyncsPerSecond(dataDir));
  const rate = measured.shop.rate;
  const disk = (fsyncs[0] ?? 0) / 2 + (fsyncs[1] ?? 0) / 2;
  return {
    rows: [{ what: 'Order of one specimen', specimens, connections: BUYERS, bytes, ...measured }],
    figures: [
      {
        name: 'Orders, each with one fsync',
        value: rate,
        unit: 'a second',
        aim: Math.min(300, disk / 2),
        isLeast: true,
      },
      {
        name: 'What the disk allows: appends of one page, each with one fdatasync',
        value: disk,
        unit: 'a second',
      },
    ],
  };
}

async function readAvailable(shop: Server): Promise<number[]> {
  const ids: number[] = [];
  let address: string | undefined = '/api/specimens?status=available&limit=100';
  while (address && ids.length < ORDERS) {
    const { body, headers } = await fetchAnswer(shop.origin, {
      path: address,
      headers: { 'accept-encoding': 'identity' },
    });
    const specimens = JSON.parse(Buffer.from(body, 'base64').toString('utf8')) as Specimen[];
    ids.push(...specimens.filter(({ available }) => available > 0).map(({ id }) => id));
    address = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  }
  return ids;
}

const orderOf = (specimenId: number): Ask => ({
  method: 'POST',
  path: '/api/orders',
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: Buffer.from(JSON.stringify(directBody(specimenId))).toString('base64'),
});

/** How often a second the disk under this folder can be made to keep what was appended. */
function fsyncsPerSecond(folder: string): number {
  const own = mkdtempSync(path.join(folder, 'fsync-'));
  const file = openSync(path.join(own, 'log'), 'w');
  const page = Buffer.alloc(WAL_FRAME, 1);
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < FSYNC_MS) {
    writeSync(file, page);
    fdatasyncSync(file);
    count += 1;
  }
  const seconds = (performance.now() - begun) / 1000;
  closeSync(file);
  rmSync(own, { recursive: true });
  return count / seconds;
}

/** The admin adds specimens with a picture of a phone's size, one after another. Linux counts the child process that computes them too. */
export async function measureUploads(
  shop: Server,
  specimens: number,
  { asker, bare }: Tools,
): Promise<{ rows: Row[]; figures: Figure[] }> {
  const admin = await adminHeaders(shop.origin);
  const picture = await phonePicture();
  const asks = Array.from({ length: UPLOADS }, (_, place): Ask => {
    // Another picture each time: the same bytes would be stored once.
    const bytes = Buffer.concat([picture, Buffer.from(randomUUID())]);
    const data = JSON.stringify({
      title: `Upload ${place + 1}`,
      category: 'Minerals',
      forSale: true,
      price: '12.00',
    });
    const { payload, headers } = formOf([{ name: 'data', value: data }, filePart('image', bytes)]);
    return {
      method: 'POST',
      path: '/api/specimens',
      headers: { ...admin, ...headers },
      body: payload.toString('base64'),
    };
  });
  const job = { asks, again: false, connections: 1, seconds: 120 };
  const before = processorSeconds(shop.pid);
  const uploaded = await measure(shop, asker, job);
  const after = processorSeconds(shop.pid);
  const last = await fetchAnswer(shop.origin, { path: '/api/specimens?limit=1' });
  bare.answerWith({ ...last, status: 201 });
  const yardstick = await measure(bare, asker, job);
  const cpu = before === null || after === null ? uploaded.cpu : ((after - before) / UPLOADS) * 1e6;
  return {
    rows: [
      {
        what: `Upload of a picture of ${(picture.length / 1e6).toFixed(1)} MB, until it is answered`,
        specimens,
        connections: 1,
        bytes: Buffer.from(last.body, 'base64').length,
        shop: { ...uploaded, cpu },
        bare: yardstick,
      },
    ],
    figures: [],
  };
}

/** Twelve megapixels, as a phone takes them. */
const phonePicture = () =>
  sharp(path.join(import.meta.dirname, '../demo/images/amethyst-veracruz.jpg'))
    .resize(4032, 3024, { fit: 'cover' })
    .jpeg({ quality: 90 })
    .toBuffer();
