import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import { mailKinds, mailStatuses } from '#core/contract/messages/mail-statuses.ts';
import { orderKinds } from '#core/contract/selling/order-kinds.ts';
import { orderStatuses } from '#core/contract/selling/order-statuses.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import type { Db } from '../db.ts';
import { failureOf } from '../failures.ts';
import { allowValues } from './check-values.ts';

const at = '2026-11-21T09:00:00.000Z';

const order = (status: string) => ({
  kind: 'cart' as const,
  status: status as 'pending',
  customer_name: '',
  customer_email: '',
  customer_address: '',
  subtotal_cents: 0,
  shipping_cents: 0,
  total_cents: 0,
  venmo_username: null,
  venmo_payment_id: null,
  notes: null,
  access_key: '',
  ip_address: '',
  search_text: '',
  created_at: at,
  updated_at: at,
});

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await makeDatabase();
    db = database.db;
  });
  afterAll(() => database.close());

  const insertOrder = async (status: string) => {
    const { id } = await db
      .insertInto('orders')
      .values(order(status))
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const failure = (work: Promise<unknown>) => work.then(() => null).catch(failureOf);

  describe('the tables of statuses and the database', () => {
    test('every order status can be stored, and no other', async () => {
      for (const status of orderStatuses)
        expect(await failure(insertOrder(status)), status).toBe(null);
      expect(await failure(insertOrder('lost'))).toBe('check');
    });

    test('every kind of order can be stored, and no other', async () => {
      const insert = (kind: string) =>
        db
          .insertInto('orders')
          .values({ ...order('paid'), kind: kind as 'cart' })
          .execute();
      for (const kind of orderKinds) expect(await failure(insert(kind)), kind).toBe(null);
      expect(await failure(insert('auction'))).toBe('check');
    });

    test('every kind and status of a mail can be stored, and no other status', async () => {
      const orderId = await insertOrder('pending');
      const insertMail = (kind: string, status: string) =>
        db
          .insertInto('mails')
          .values({
            order_id: orderId,
            kind: kind as 'new_order',
            status: status as 'sent',
            from_name: '',
            from_address: '',
            to_name: '',
            to_address: '',
            reply_to: '',
            subject: '',
            body_text: '',
            body_html: '',
            message_id: `${kind} ${status}`,
            queued_at: at,
            due_at: at,
          })
          .execute();
      for (const kind of mailKinds)
        expect(await failure(insertMail(kind, 'sent')), kind).toBe(null);
      for (const status of mailStatuses)
        expect(await failure(insertMail('test', status)), status).toBe(null);
      expect(await failure(insertMail('test', 'lost'))).toBe('check');
    });

    test('every specimen status is one that the database accepts', async () => {
      const { rows } = await sql<{ definition: string }>`${
        database.dialect === 'sqlite'
          ? sql`select sql as definition from sqlite_master where name = 'specimens'`
          : sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'specimens'::regclass`
      }`.execute(db);
      const checks = rows.map(({ definition }) => definition).join('\n');
      for (const status of specimenStatuses) expect(checks).toContain(`'${status}'`);
    });
  });

  test('a column takes the new values, keeps its rows and indexes, and still refuses the rest', async () => {
    const before = await insertOrder('shipped');
    await allowValues(db as never, database.dialect, 'orders', 'status', [
      ...orderStatuses,
      'refunded',
    ]);
    const after = await insertOrder('refunded');
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'status'])
      .where('id', 'in', [before, after])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: before, status: 'shipped' },
      { id: after, status: 'refunded' },
    ]);
    expect(await failure(insertOrder('lost'))).toBe('check');
    const { rows: indexes } = await sql<{ name: string }>`${
      database.dialect === 'sqlite'
        ? sql`select name from pragma_index_info('orders_pending')`
        : sql`select attname as name from pg_attribute where attrelid = 'orders_pending'::regclass order by attnum`
    }`.execute(db);
    expect(indexes.map(({ name }) => name)).toEqual(['status', 'created_at']);
  });
});
