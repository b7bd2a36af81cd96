/** A leap year of a shop by its clock alone, with faults on the way: what is there in the end is what should be. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import type { CopiesState, NewCopyKey } from '#features/copies/contract/copies.ts';
import { copyConditions } from '#features/copies/server/copy-conditions.ts';
import { dateOf } from '#features/copies/server/copy-format.ts';
import { withCopy } from '#features/copies/server/reading.service.ts';
import { conditionTable } from '#features/health/contract/conditions.ts';
import type { Ledger } from '#features/ledger/contract/ledger.ts';
import type { Db } from '#platform/db/db.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { allRows } from '../support/backups.ts';
import { makeSqlite, onDatabases } from '../support/databases.ts';
import { longLivedShop } from '../support/long-lived-shop.ts';
import { mailPathOf } from '../support/mails.ts';
import { auditBooks, directBody, stockOf, withKey } from '../support/orders.ts';
import { BUCKET, startS3Server } from '../support/s3-server.ts';
import { namesIn } from '../support/stores.ts';

const TIMEOUT = 7_200_000;
/** `YEAR=whole` for the leap year from its beginning, with all faults; else its last ten weeks, in which the clocks go back and a process is killed. */
const isWhole = process.env.YEAR === 'whole';
const COPIES = '/api/manage/copies';
/** Noons in New York, whose clocks change on March 12 and November 5. */
const FIRST = new Date(isWhole ? '2027-12-28T17:00:00Z' : '2028-10-28T17:00:00Z');
const LAST = new Date('2029-01-03T17:00:00Z');
const LAST_ORDERS = new Date('2028-12-10T17:00:00Z');
const DAY_MS = 86_400_000;
const PIECES = 5;
const QUANTITY = 500;
const KEPT_MONTHS = 3;

/** What becomes of every fifth order, with the kinds of the mails about it. */
const fates = {
  delivered: ['order_placed', 'new_order', 'order_paid', 'order_shipped'],
  silent: ['order_placed', 'new_order', 'hold_reminder', 'hold_ended', 'hold_ended_notice'],
  asked: ['order_placed', 'new_order', 'hold_reminder', 'hold_question', 'order_cancelled'],
  cancelled: ['order_placed', 'new_order', 'order_cancelled'],
  forgotten: ['order_placed', 'new_order', 'hold_reminder', 'hold_ended', 'hold_ended_notice'],
} as const;
type Fate = keyof typeof fates;

/** A disk of its own where one can be mounted; a folder elsewhere, which is never full. */
const disk = mkdtempSync(path.join(inject('runFolder'), 'disk-'));
let isMounted = false;
try {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk], { stdio: 'ignore' });
  isMounted = true;
} catch {
  console.log(
    'A small disk cannot be mounted here: in this year the disk of the copies is away instead of full.',
  );
}
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
});
const breakDisk = (place: string) => {
  if (!isMounted) return rmSync(path.join(place, 'druse-copies.txt'));
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(path.join(disk, 'filler'), Buffer.alloc(bavail * bsize));
};

/** The day in New York. */
const localDay = (at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at);

/** When the copies in a place were made, the oldest first. */
const copiesIn = (names: string[]) =>
  names
    .flatMap((name) => /-(\w+)-copy\.json$/.exec(name)?.[1] ?? [])
    .sort()
    .map(dateOf);

/** Every row of every table, also of those that backups leave out. */
async function everyRow(db: Db): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const { name } of await db.introspection.getTables())
    rows.push(
      ...(await db
        .selectFrom(name as 'orders')
        .selectAll()
        .execute()),
    );
  return rows;
}

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  test(`${isWhole ? 'a leap year' : 'ten weeks'} with faults ends as it should`, {
    timeout: TIMEOUT,
  }, async () => {
    const database = await makeDatabase();
    const { db } = database;
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'year-'));
    const mediaStore = diskStore(path.join(dataDir, 'media'));
    const shop = await longLivedShop({ database, mediaStore, dataDir, start: FIRST });
    const bucket = await startS3Server();
    const folder = mkdtempSync(path.join(disk, 'copies-'));

    const pieces: number[] = [];
    for (let piece = 0; piece < PIECES; piece += 1)
      pieces.push(await shop.addPiece(`Piece ${piece}`, QUANTITY));
    const owner = await shop.admin();
    await owner.put('/api/settings/orders', {
      holdHours: 72,
      whenHoldEnds: 'dead',
      anonymiseAfterMonths: KEPT_MONTHS,
    });
    await owner.put('/api/manage/second-way', {
      way: { kind: 'webhook', url: 'https://hooks.example.com/x' },
    });
    const { words, asked } = (await owner.post(`${COPIES}/key`)).json<NewCopyKey>();
    await owner.put(`${COPIES}/key`, {
      typed: asked.map((number) => words.split(' ')[number - 1]),
    });
    const {
      S3_ENDPOINT = '',
      AWS_REGION = '',
      AWS_ACCESS_KEY_ID = '',
      AWS_SECRET_ACCESS_KEY = '',
    } = bucket.environment;
    const places = [
      { address: folder, endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' },
      {
        address: `s3://${BUCKET}/copies`,
        endpoint: S3_ENDPOINT,
        region: AWS_REGION,
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
      },
    ];
    for (const place of places)
      expect((await owner.post(`${COPIES}/places`, place)).statusCode).toBe(200);

    const orders: {
      id: number;
      fate: Fate;
      day: number;
      buyer: number;
      piece: number;
      at: Date;
      isKilled: boolean;
    }[] = [];
    async function order(
      day: number,
      buyer = day,
      fate = (Object.keys(fates) as Fate[])[day % PIECES] ?? 'silent',
    ): Promise<void> {
      const piece = pieces[buyer % PIECES] ?? 0;
      const body = {
        ...directBody(piece),
        customerName: `Buyer ${buyer}`,
        customerEmail: `buyer-${buyer}@buyer.example`,
      };
      const response = await shop.visitor().post('/api/orders', body);
      expect(response.statusCode, response.body).toBe(201);
      const isKilled = buyer !== day;
      orders.push({
        id: response.json().order.id,
        fate,
        day,
        buyer,
        piece,
        at: shop.now(),
        isKilled,
      });
    }
    /** What owner and buyers do at noon. */
    async function live(day: number): Promise<void> {
      const admin = await shop.admin();
      const set = (id: number, status: string) => admin.put(`/api/orders/${id}/status`, { status });
      const old = (days: number, fate: Fate) =>
        orders.filter((one) => one.fate === fate && one.day === day - days);
      for (const { id } of old(1, 'delivered'))
        expect((await set(id, 'paid')).statusCode).toBe(200);
      for (const { id } of old(3, 'delivered'))
        expect((await set(id, 'shipped')).statusCode).toBe(200);
      for (const { id } of old(8, 'delivered'))
        expect((await set(id, 'delivered')).statusCode).toBe(200);
      for (const { id } of old(1, 'cancelled'))
        expect((await set(id, 'cancelled')).statusCode).toBe(200);
      for (const { id } of old(1, 'asked')) {
        expect(
          (
            await shop
              .visitor()
              .get(`/api/orders/${id}`, withKey({ secretPath: await mailPathOf(admin, id) }))
          ).statusCode,
        ).toBe(200);
      }
      // Whoever is asked answers.
      const waiting = await db
        .selectFrom('orders')
        .select('id')
        .where('hold_asked_at', 'is not', null)
        .where('status', '=', 'pending')
        .execute();
      for (const { id } of waiting) expect((await set(id, 'cancelled')).statusCode).toBe(200);
      for (let visitor = 0; visitor < 3; visitor += 1) shop.see(`192.0.2.${visitor}`);
      if (day % 2 === 0 && shop.now() < LAST_ORDERS) await order(day);
    }

    /** Faults by the day on whose noon they happen. */
    const faults: Record<string, () => unknown> = {
      '2028-02-27': () => bucket.stop(),
      '2028-03-02': () => bucket.resume(),
      '2028-03-11': () => {
        shop.world.mailServer = 'away';
      },
      '2028-03-13': () => {
        shop.world.mailServer = 'takes';
      },
      '2028-06-10': () => {
        breakDisk(folder);
        shop.world.freeShare = 0.02;
      },
      '2028-06-13': () => {
        if (isMounted) rmSync(path.join(disk, 'filler'));
        else writeFileSync(path.join(folder, 'druse-copies.txt'), '');
        shop.world.freeShare = 0.5;
      },
      '2028-08-05': async () => {
        await shop.jump(5 * 24);
        await shop.pass(0.5);
        await shop.jump(-5 * 24);
      },
      '2028-08-20': async () => {
        await shop.jump(30);
        await shop.pass(1);
        expect((await (await shop.admin()).post('/api/manage/clock')).statusCode).toBe(204);
      },
      '2028-11-05': async () => {
        await order(-1, 1001, 'silent');
        await shop.killInTheMiddle();
      },
      '2028-12-31': () => shop.addPiece('New', 1),
    };
    for (let day = 0; FIRST.getTime() + day * DAY_MS <= LAST.getTime(); day += 1) {
      const noon = new Date(FIRST.getTime() + day * DAY_MS);
      await shop.passUntil(noon);
      await faults[noon.toISOString().slice(0, 10)]?.();
      await live(day);
    }
    expect(orders.length).toBeGreaterThan(isWhole ? 170 : 15);

    // The books.
    const sold = orders.filter(({ fate }) => fate === 'delivered');
    const states = await db.selectFrom('orders').select(['id', 'status']).orderBy('id').execute();
    expect(states.map(({ id, status }) => `${id} ${status}`)).toEqual(
      orders.map(({ id, fate }) => `${id} ${fate === 'delivered' ? 'delivered' : 'cancelled'}`),
    );
    expect(await auditBooks(db)).toEqual([]);
    const left = pieces.map((id) => QUANTITY - sold.filter((order) => order.piece === id).length);
    expect(await stockOf(shop.ctx(), pieces)).toEqual(
      left.map((quantity) => `${quantity}-0 available`),
    );
    const admin = await shop.admin();
    for (const year of [2027, 2028, 2029]) {
      const { orders: count, total } = (
        await admin.get(`/api/manage/ledger?year=${year}`)
      ).json<Ledger>().totals;
      const paid = sold.filter(
        ({ at }) => new Date(at.getTime() + DAY_MS).getUTCFullYear() === year,
      ).length;
      expect([year, count, total]).toEqual([year, paid, (paid * 110).toFixed(2)]);
    }

    // Each mail once, and no other.
    const { handed } = shop;
    expect(new Set(handed.map(({ id }) => id)).size).toBe(handed.length);
    for (const { id, fate, at } of orders) {
      const wasAsleep = localDay(at) === '2028-08-18';
      expect([
        id,
        ...handed.flatMap((mail) => (mail.orderId === id ? mail.kind : [])).sort(),
      ]).toEqual([
        id,
        ...(wasAsleep
          ? ['order_placed', 'new_order', 'hold_question', 'order_cancelled']
          : fates[fate]
        ).toSorted(),
      ]);
    }
    const unsent = await db
      .selectFrom('mails')
      .select(['order_id', 'kind', 'status'])
      .where('status', '<>', 'sent')
      .execute();
    expect(unsent).toEqual([
      {
        order_id: orders.find(({ isKilled }) => isKilled)?.id,
        kind: 'order_placed',
        status: 'uncertain',
      },
    ]);

    // What went wrong was told, and that it was over.
    const began = (sentence: string) => `Druse: ${sentence}`;
    const over = (sentence: string) => `Over: ${sentence}`;
    const [old, low, jumped] = [
      copyConditions.copyOld,
      conditionTable.diskLow,
      conditionTable.clockJumped,
    ].map(({ sentence }) => sentence) as [string, string, string];
    const troubles = [
      began(old),
      over(old),
      began(low),
      began(old),
      over(low),
      over(old),
      began(jumped),
      over(jumped),
      began(jumped),
      over(jumped),
    ];
    expect(
      handed.filter(({ kind }) => kind.startsWith('trouble_')).map(({ subject }) => subject),
    ).toEqual(isWhole ? troubles : []);
    expect(
      handed.filter(({ orderId, kind }) => orderId === null && !kind.startsWith('trouble_')),
    ).toEqual([]);
    expect(shop.alerts).toEqual(
      isWhole ? ['began', 'over'].map((state) => ({ condition: 'mailDelayed', state })) : [],
    );
    expect(await db.selectFrom('conditions').selectAll().execute()).toEqual([]);

    // The copies.
    const months = ['03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30']
      .map((day) => `2028-${day}`)
      .filter((day) => day > localDay(FIRST));
    const days = [
      '2028-12-28',
      '2028-12-29',
      '2028-12-30',
      '2028-12-31',
      '2029-01-01',
      '2029-01-02',
      '2029-01-03',
    ];
    const remaining = [...months, '2028-12-17', '2028-12-24', ...days];
    const daysIn = (names: string[]) => copiesIn(names).map(localDay);
    expect(daysIn(readdirSync(folder))).toEqual([...(isWhole ? ['2028-02-29'] : []), ...remaining]);
    expect(daysIn([...bucket.objects.keys()])).toEqual([
      ...(isWhole ? ['2028-02-27'] : []),
      ...remaining,
    ]);
    const state = (await admin.get(COPIES)).json<CopiesState>();
    expect(state.nextAt).toBe('2029-01-04T08:00:00.000Z');
    for (const { trouble, provedAt, copies } of state.places) {
      expect([trouble, copies]).toEqual([null, remaining.length + (isWhole ? 1 : 0)]);
      expect(LAST.getTime() - Date.parse(provedAt ?? '')).toBeLessThan(8 * DAY_MS);
    }

    // Of old orders nothing that leads to their buyers, of anybody no IP address, of visitors only how many.
    const known = orders
      .filter(({ at }) => at > new Date('2028-10-04T12:00:00Z'))
      .map(({ buyer }) => buyer);
    const everything = JSON.stringify(await everyRow(db));
    const found = [...everything.matchAll(/[Bb]uyer[- ](\d+)\b/g)].map(([, buyer]) =>
      Number(buyer),
    );
    expect([...new Set(found)].toSorted((a, b) => a - b)).toEqual(known.toSorted((a, b) => a - b));
    expect(everything).not.toContain('192.0.2.');
    const addresses = await db.selectFrom('orders').select('ip_address').distinct().execute();
    expect(addresses.map(({ ip_address }) => ip_address || null)).toEqual([null]);
    const visitors = await db
      .selectFrom('visitor_days')
      .select(['day', 'visitors', 'marks'])
      .orderBy('day')
      .execute();
    expect(visitors.length).toBeLessThanOrEqual(36);
    expect(visitors.filter(({ day, marks }) => marks !== null && day < '2029-01-03')).toEqual([]);

    // The newest copy is the shop.
    expect((await admin.post(`${COPIES}/now`)).statusCode).toBe(200);
    await shop.pass(0.1);
    const restored = await makeSqlite();
    await withCopy(diskStore(folder), folder, { words, day: null, dataDir }, (archive) =>
      restoreBackup(
        { ...restored, config: { dataDir }, mediaStore: diskStore(path.join(dataDir, 'restored')) },
        archive,
      ),
    );
    const [
      { mails: _sent, markers: _older, ...there },
      { mails: _held, markers: _newer, ...here },
    ] = [await allRows(restored.db), await allRows(db)];
    expect(there).toEqual(here);
    expect(await namesIn(diskStore(path.join(dataDir, 'restored')))).toEqual(
      await namesIn(mediaStore),
    );
    await restored.close();
    await shop.close();
    await bucket.stop();
    await database.close();
  });
});
