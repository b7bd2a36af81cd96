/** Mails that belong to no order. */
import path from 'node:path';
import { expect, test } from 'vitest';
import type { OtherMails } from '#contract/messages/mails.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openSqlite } from '#server/platform/db/open.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { smtpSender } from '#server/platform/mail/smtp.ts';
import { newFolder } from '#tests/support/backups.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { placeOrder, useMailShop } from '#tests/support/mails.ts';
import { queueMail } from './mail.service.ts';
import { sendDueMails } from './sending.service.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);

  const client = { device: 'Firefox on Linux', network: '203.0.113.0/24' };
  async function tellOfLogin(dedupeKey?: string): Promise<void> {
    const { ctx } = opened.shop;
    const settings = await readSettings(ctx);
    const about = { at: ctx.clock.now().toISOString(), client };
    await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, { kind: 'new_login', about, other: null, dedupeKey }, settings));
  }
  const listed = async () => (await opened.admin.get('/api/mails')).json<OtherMails>();

  test('a mail without an order is sent like any other, and the admin reads it beside the mails of orders', async () => {
    await tellOfLogin();
    await placeOrder(opened.shop);
    expect(await listed()).toMatchObject({ hasMailServer: true, mails: [{ kind: 'new_login', status: 'waiting' }] });
    await sendDueMails(opened.shop.ctx, smtpSender(opened.server.url), () => false);
    const [sent] = opened.server.received;
    expect(sent?.envelope).toEqual({ from: 'hello@druse.example', to: ['hello@druse.example'] });
    expect(sent?.headers.get('message-id')).toMatch(/^<new_login\.[0-9a-f-]{36}@druse\.example>$/);
    expect(sent?.text).toContain('  When: Nov 21, 2026, 4:00 AM\n  With: Firefox on Linux\n  From: 203.0.113.0/24\n');
    expect(sent?.text).toContain('https://druse.example/settings#account');
    expect(await listed()).toMatchObject({ mails: [{ kind: 'new_login', to: 'hello@druse.example', status: 'sent', text: sent?.text }] });
  });

  test('a mail with a dedupe key is queued once, without one every time', async () => {
    for (const key of ['a', 'a', 'b', undefined, undefined]) await tellOfLogin(key);
    const rows = await opened.database.db.selectFrom('mails').select('dedupe_key').orderBy('id').execute();
    expect(rows.map((row) => row.dedupe_key)).toEqual(['a', 'b', null, null]);
  });

  test('a mail without an order goes after 90 days, when the next is queued; the mails of orders stay', async () => {
    await placeOrder(opened.shop);
    await tellOfLogin();
    const kinds = async () => (await opened.database.db.selectFrom('mails').select('kind').orderBy('id').execute()).map((row) => row.kind);
    opened.shop.clock.forward({ days: 90 });
    await tellOfLogin();
    expect(await kinds()).toEqual(['order_placed', 'new_order', 'new_login', 'new_login']);
    opened.shop.clock.forward({ seconds: 1 });
    await tellOfLogin();
    expect(await kinds()).toEqual(['order_placed', 'new_order', 'new_login', 'new_login']);
  });
});

test('the outbox of an earlier version keeps its mails, and never gives one of their ids again', async () => {
  const { db, close } = openSqlite(path.join(newFolder(), 'shop.db'));
  await migrate(db, 'sqlite', '0014-account');
  const at = '2026-11-21T09:00:00.000Z';
  const texts = { customer_name: '', customer_email: '', customer_address: '', access_key: '', ip_address: '' };
  const amounts = { subtotal_cents: 0, shipping_cents: 0, total_cents: 0 };
  const order = { kind: 'cart', status: 'pending', ...texts, ...amounts, created_at: at, updated_at: at } as const;
  await db
    .insertInto('orders')
    .values({ ...order })
    .execute();
  const headers = { from_name: 'a', from_address: 'b', to_name: 'c', to_address: 'd', reply_to: 'e', subject: 'f' };
  const mail = {
    order_id: 1,
    kind: 'new_order',
    ...headers,
    body_text: 'g',
    body_html: 'h',
    queued_at: at,
    due_at: at,
    last_error: 'i',
  } as const;
  for (const message_id of ['1', '2', '3'])
    await db
      .insertInto('mails')
      .values({ ...mail, status: 'sent', message_id })
      .execute();
  await db.deleteFrom('mails').where('id', '=', 3).execute();
  const before = await db.selectFrom('mails').selectAll().orderBy('id').execute();
  await migrate(db, 'sqlite');
  const after = await db.selectFrom('mails').selectAll().orderBy('id').execute();
  expect(after.map((row) => ({ ...row }))).toEqual(
    before.map((row) => ({ ...row, dedupe_key: null, unsubscribe_url: null, pieces: null })),
  );
  const values = { ...mail, order_id: null, status: 'kept', message_id: '4' } as const;
  expect(await db.insertInto('mails').values(values).returning('id').executeTakeFirst()).toEqual({ id: 4 });
  await db.deleteFrom('orders').execute();
  expect(await db.selectFrom('mails').select('id').execute(), 'an order takes its mails with it').toEqual([{ id: 4 }]);
  await close();
});
