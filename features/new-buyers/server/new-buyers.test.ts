import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CancelReport } from '#core/contract/selling/order-edits.ts';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import type { StrangersReport } from '#features/new-buyers/contract/new-buyers.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const FOR_SALE = 90;

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  test('all of one source is released at once, but for buyers with a proved email address', async () => {
    const shop = await makeApp(database, {
      config: { rateLimits: true, smtpUrl: 'smtp://127.0.0.1:1' },
    });
    const ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: FOR_SALE }, () => ({})),
    );
    const order = (specimenId: number, customerEmail: string, remoteAddress: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/orders',
        payload: { ...directBody(specimenId), customerEmail },
        remoteAddress,
      });
    const admin = await shop.admin();
    const addresses = [
      '203.0.113.1',
      '203.0.113.1',
      '203.0.113.2',
      '203.0.114.1',
      '2001:db8:1:2::1',
      '2001:db8:1:3::1',
      '203.0.113.3',
    ];
    const placed: BuyerOrder[] = [];
    for (const [n, address] of addresses.entries())
      placed.push((await order(ids[n] ?? 0, `eve-${n % 6}@evil.example`, address)).json().order);
    const known = (await order(ids[10] ?? 0, 'known@buyer.example', '203.0.113.1')).json().order;
    const { mail_key } = await database.db
      .selectFrom('orders')
      .select('mail_key')
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow();
    await shop.app.inject({
      method: 'POST',
      url: `/api/orders/${known.id}/confirmation`,
      headers: { 'order-key': mail_key ?? '' },
    });
    const report = (await admin.get('/api/manage/strangers')).json<StrangersReport>();
    expect(report).toMatchObject({ orders: 7, pieces: 7, forSale: FOR_SALE });
    const found = (by: string, value: string) =>
      report.sources.find((source) => source.by === by && source.value === value)?.orders;
    expect([
      found('ipAddress', '203.0.113.1'),
      found('network', '203.0.113.0/24'),
      found('email', 'eve-0@evil.example'),
    ]).toEqual([2, 4, 2]);
    const cancel = async (by: string, value: string) =>
      (await admin.post('/api/manage/strangers/cancel', { by, value })).json<CancelReport>();
    expect((await cancel('ipAddress', '203.0.113.1')).results.map(({ id }) => id)).toEqual([
      placed[0]?.id,
      placed[1]?.id,
    ]);
    expect((await cancel('network', '2001:db8:1::/48')).results).toHaveLength(2);
    expect((await cancel('network', '203.0.113.0/24')).results).toHaveLength(2);
    expect((await cancel('email', 'Eve-3@evil.example')).results).toHaveLength(1);
    const rows = await database.db.selectFrom('specimens').select('held').execute();
    expect(rows.reduce((sum, row) => sum + row.held, 0)).toBe(1);
    expect((await shop.visitor().get('/api/manage/strangers')).statusCode).toBe(401);
    await shop.app.close();
  });
});
