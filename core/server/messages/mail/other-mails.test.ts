import { expect, test } from 'vitest';
import type { OtherMails } from '#core/contract/messages/mails.ts';
import { perform } from '#core/server/perform.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { placeOrder, useMailShop } from '#tests/support/mails.ts';
import { queueMail } from './mail.service.ts';
import { sendDueMails } from './sending.service.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);

  const client = { device: 'Firefox on Linux', network: '203.0.113.0/24' };
  async function tellOfLogin(dedupeKey?: string): Promise<void> {
    const { ctx } = opened.shop;
    const about = { at: ctx.clock.now().toISOString(), client };
    await perform(ctx, 'owner', (act) =>
      queueMail(act, { kind: 'new_login', about, other: null, dedupeKey }),
    );
  }
  const listed = async () => (await opened.admin.get('/api/mails')).json<OtherMails>();

  test('a mail without an order is sent like any other, and the admin reads it beside the mails of orders', async () => {
    await tellOfLogin();
    await placeOrder(opened.shop);
    expect(await listed()).toMatchObject({
      hasMailServer: true,
      mails: [{ kind: 'new_login', status: 'waiting' }],
    });
    await sendDueMails(opened.shop.ctx, smtpSender(opened.server.url), () => false);
    const [sent] = opened.server.received;
    expect(sent?.envelope).toEqual({ from: 'hello@druse.example', to: ['hello@druse.example'] });
    expect(sent?.headers.get('message-id')).toMatch(/^<new_login\.[0-9a-f-]{36}@druse\.example>$/);
    expect(sent?.text).toContain(
      '  When: Nov 21, 2026, 4:00 AM\n  With: Firefox on Linux\n  From: 203.0.113.0/24\n',
    );
    expect(sent?.text).toContain('https://druse.example/settings#account');
    expect(await listed()).toMatchObject({
      mails: [{ kind: 'new_login', to: 'hello@druse.example', status: 'sent', text: sent?.text }],
    });
  });

  test('a mail with a dedupe key is queued once, without one every time', async () => {
    for (const key of ['a', 'a', 'b', undefined, undefined]) await tellOfLogin(key);
    const rows = await opened.database.db
      .selectFrom('mails')
      .select('dedupe_key')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.dedupe_key)).toEqual(['a', 'b', null, null]);
  });

  test('a mail without an order goes after 90 days, when the next is queued; the mails of orders stay', async () => {
    await placeOrder(opened.shop);
    await tellOfLogin();
    const kinds = async () =>
      (await opened.database.db.selectFrom('mails').select('kind').orderBy('id').execute()).map(
        (row) => row.kind,
      );
    opened.shop.clock.forward({ days: 90 });
    await tellOfLogin();
    expect(await kinds()).toEqual(['order_placed', 'new_order', 'new_login', 'new_login']);
    opened.shop.clock.forward({ seconds: 1 });
    await tellOfLogin();
    expect(await kinds()).toEqual(['order_placed', 'new_order', 'new_login', 'new_login']);
  });
});
