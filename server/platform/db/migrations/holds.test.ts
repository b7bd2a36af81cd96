import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { migration } from './0016-holds.ts';

const HOUR = 60 * 60 * 1000;

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  test('what an earlier version holds begins its hold now, and its admin will be asked', async () => {
    const { db, dialect } = database;
    for (const index of ['orders_hold_ends', 'orders_hold_reminds']) await db.schema.dropIndex(index).execute();
    for (const column of ['hold_ends_at', 'hold_reminds_at', 'hold_asked_at', 'sign_of_life_at', 'payment_reported_at'])
      await db.schema.alterTable('orders').dropColumn(column).execute();
    const at = '2026-01-01T09:00:00.000Z';
    for (const status of ['pending', 'paid', 'cancelled'])
      await sql`
        insert into orders (kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents,
          access_key, ip_address, created_at, updated_at)
        values ('cart', ${status}, '', '', '', 0, 0, 0, '', '', ${at}, ${at})`.execute(db);
    const before = Date.now();
    await migration(dialect).up(db as never);
    const columns = ['hold_ends_at', 'hold_reminds_at', 'hold_asked_at', 'sign_of_life_at', 'payment_reported_at'] as const;
    const [pending, ...others] = await db.selectFrom('orders').select(columns).orderBy('id').execute();
    const sinceMigration = (instant: string | null | undefined) => {
      expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      return Math.round((Date.parse(instant ?? '') - before) / HOUR);
    };
    expect([pending?.hold_ends_at, pending?.hold_reminds_at, pending?.sign_of_life_at].map(sinceMigration)).toEqual([72, 54, 0]);
    for (const other of [...others, { ...pending, hold_ends_at: null, hold_reminds_at: null, sign_of_life_at: null }])
      expect({ ...other }).toEqual(Object.fromEntries(columns.map((column) => [column, null])));
  });
});
