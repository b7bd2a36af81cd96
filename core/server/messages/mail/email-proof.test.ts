/** What a mail may say to an email address that anybody may have typed. */
import { beforeEach, expect, test } from 'vitest';
import { smtpSender } from '#platform/mail/smtp.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { confirmEmail, mailPathOf, placeOrder, useMailShop } from '#tests/support/mails.ts';
import { withKey } from '#tests/support/orders.ts';
import { sendDueMails } from './sending.service.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let server: MailServer;
  beforeEach(() => {
    ({ database, shop, admin, server } = opened);
  });

  /** What the admin has just done is mailed a little later. */
  const sendAll = () => {
    shop.clock.forward({ seconds: 30 });
    return sendDueMails(shop.ctx, smtpSender(server.url), () => false);
  };
  const place = (change?: object) => placeOrder(shop, change);
  const read = (id: number, secretPath: string, browser = shop.visitor()) =>
    browser.get(`/api/orders/${id}`, withKey({ secretPath }));
  const change = (id: number, status: string) => admin.put(`/api/orders/${id}/status`, { status });

  const typed = {
    customerName: 'Zaphod https://evil.example/?name',
    customerAddress: 'You have won, call 555-0199\nEvil Street 13',
    notes: 'Visit https://evil.example/?notes',
    venmoUsername: '@evil-venmo',
  };
  /** Long enough that no random key holds them by chance. */
  const traces = /zaphod|evil\.example|you have won|call 555-0199|evil street|evil-venmo/i;
  const sent = (kind: string) =>
    server.received.filter((mail) => mail.headers.get('subject')?.startsWith(kind));

  test('an email address without proof gets nothing that the buyer has typed, in no mail', async () => {
    const first = await place(typed);
    await place(typed);
    await change(first.id, 'cancelled');
    await sendAll();
    const toBuyer = server.received.filter((mail) => mail.envelope.to[0] === 'ada@buyer.example');
    expect(toBuyer.map((mail) => mail.headers.get('to'))).toEqual(
      Array(3).fill('ada@buyer.example'),
    );
    for (const { headers, text, html } of toBuyer)
      expect(JSON.stringify([...headers, text, html])).not.toMatch(traces);
    const [placed] = toBuyer;
    expect(placed?.text).toContain(`Hello,\n\nThank you for your order of`);
    // Neither is the first mail to an email address that has not proved itself.
    for (const { text } of toBuyer) expect(text).not.toContain('first mail');
    for (const part of [
      `Order #${first.id}`,
      'Amethyst',
      'Total: $110.00',
      await mailPathOf(admin, first.id),
      'Didn’t order? Ignore this email',
    ])
      expect(placed?.text).toContain(part);
    for (const text of Object.values(typed))
      expect(sent('New order')[0]?.text.replaceAll('\n    ', '\n')).toContain(text);
  });

  test('an email address proves itself by a press on the page that its email’s link opens', async () => {
    const first = await place(typed);
    const buyer = shop.visitor();
    const press = (what: string, { secretPath }: { secretPath: string }, browser = buyer) =>
      browser.post(`/api/orders/${first.id}/${what}`, undefined, withKey({ secretPath }));
    for (const what of ['confirmation', 'payment-opened'])
      expect((await press(what, first)).statusCode).toBeLessThan(300);
    // A scanner of mails opens the link, and runs what the page does by itself.
    await read(first.id, await mailPathOf(admin, first.id));
    await read(first.id, `/order-confirmation/${first.id}#key=${'x'.repeat(32)}`, buyer);
    // The admin reads the mails too.
    await press('confirmation', { secretPath: await mailPathOf(admin, first.id) }, admin);
    await place(typed);
    await sendAll();
    expect(JSON.stringify(sent('Your order').map(({ text }) => text))).not.toMatch(traces);

    server.received.length = 0;
    expect((await confirmEmail(opened, first.id)).statusCode).toBe(200);
    await place({ ...typed, customerEmail: 'ADA@Buyer.example' });
    await place({ ...typed, customerEmail: 'bob@buyer.example' });
    await sendAll();
    const [ada, bob] = sent('Your order');
    expect(ada?.text).toContain(`Dear ${typed.customerName},`);
    expect(ada?.text).toContain(typed.customerAddress);
    expect(JSON.stringify([...(bob?.headers ?? []), bob?.text, bob?.html])).not.toMatch(traces);
  });

  test('an email address proves itself by a paid order, and forgets it with the buyer’s data', async () => {
    const first = await place(typed);
    await change(first.id, 'paid');
    await place(typed);
    await sendAll();
    expect(sent('Payment received')[0]?.text).toContain(`Dear ${typed.customerName},`);
    expect(sent('Your order').map(({ text }) => text.startsWith('Dear '))).toEqual([false, true]);
    server.received.length = 0;
    await admin.post(`/api/manage/orders/${first.id}/erase`, {});
    await place(typed);
    await sendAll();
    expect(sent('Your order')[0]?.text).toMatch(/^Hello,/);
  });

  test('an email address proves itself once, at the first press', async () => {
    const { id } = await place();
    const provedAt = async () =>
      (
        await database.db
          .selectFrom('orders')
          .select('email_proved_at')
          .where('id', '=', id)
          .execute()
      )[0]?.email_proved_at;
    expect(await provedAt()).toBeNull();
    await confirmEmail(opened, id);
    const first = await provedAt();
    expect(first).toBe(shop.clock.now().toISOString());
    shop.clock.forward({ hours: 1 });
    await confirmEmail(opened, id);
    expect(await provedAt()).toBe(first);
  });
});
