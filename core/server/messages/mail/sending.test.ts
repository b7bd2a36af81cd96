/** How due mails are sent: by several processes, through stops and restarts, each at most once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { mailStatuses } from '#core/contract/messages/mail-statuses.ts';
import { openDatabase } from '#platform/db/open.ts';
import { type SendMessage, smtpSender } from '#platform/mail/smtp.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { mailsOf, placeOrder, useMailShop } from '#tests/support/mails.ts';
import { sendDueMails } from './sending.service.ts';
import { htmlOf } from './stored-html.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let server: MailServer;
  beforeEach(() => {
    ({ database, shop, admin, server } = opened);
  });

  const sendAll = (ctx = shop.ctx) => sendDueMails(ctx, smtpSender(server.url), () => false);
  const subjects = () =>
    server.received.map((mail) => `${mail.envelope.to} ${mail.headers.get('subject')}`);
  const place = (change?: object) => placeOrder(shop, change);

  test('the HTML of a mail is stored small, sent whole, and gone once it is sent', async () => {
    await place();
    await place();
    const stored = () =>
      database.db.selectFrom('mails').select(['id', 'body_html']).orderBy('id').execute();
    const [first, second] = await stored();
    const html = htmlOf(first?.body_html ?? '');
    expect(html).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect((first?.body_html.length ?? 0) / html.length).toBeLessThan(0.8);
    const plain = '<!doctype html><p>As it was</p>';
    await database.db
      .updateTable('mails')
      .set({ body_html: plain })
      .where('id', '=', second?.id ?? 0)
      .execute();
    const messages: string[] = [];
    const send: SendMessage = async (_, message) => {
      messages.push(String(message));
      return { result: 'accepted' };
    };
    await sendDueMails(shop.ctx, send, () => false);
    expect(messages).toHaveLength(4);
    expect(messages[0]).toContain('<!doctype html>');
    expect(messages[1]).toContain('As it was');
    expect((await stored()).map(({ body_html }) => body_html)).toEqual(['', '', '', '']);
  });

  describe('a round of sending', () => {
    const accept = { result: 'accepted' } as const;
    const statuses = async () =>
      (await database.db.selectFrom('mails').select('status').orderBy('id').execute()).map(
        (mail) => mail.status,
      );
    const only = (status: string) => (status === 'waiting' ? ['buyer'] : []);

    test.each([0, 1, 2, 3, 4])(
      'a round that is stopped after %i mails begins no other',
      async (limit) => {
        await place();
        await place();
        let sent = 0;
        const send = async () => {
          sent += 1;
          return accept;
        };
        await sendDueMails(shop.ctx, send, () => sent >= limit);
        expect(sent).toBe(limit);
        expect(await statuses()).toEqual([0, 1, 2, 3].map((n) => (n < limit ? 'sent' : 'waiting')));
        await sendDueMails(shop.ctx, send, () => false);
        expect(sent, 'the next process sends the rest and nothing twice').toBe(4);
      },
    );

    test.each(mailStatuses)(
      'after a restart, a mail that is %s is sent only if it was waiting',
      async (status) => {
        await place();
        await database.db.deleteFrom('mails').where('kind', '=', 'new_order').execute();
        await database.db
          .updateTable('mails')
          .set({ status, claimed_at: shop.clock.now().toISOString() })
          .execute();
        const sent: string[] = [];
        const send = async () => {
          sent.push('buyer');
          return accept;
        };
        await sendDueMails(shop.ctx, send, () => false);
        expect(sent).toEqual(only(status));
        expect(await statuses()).toEqual([status === 'waiting' ? 'sent' : status]);
        shop.clock.forward({ minutes: 9, seconds: 59 });
        await sendDueMails(shop.ctx, send, () => false);
        expect(await statuses()).toEqual([status === 'waiting' ? 'sent' : status]);
        shop.clock.forward({ seconds: 2 });
        await sendDueMails(shop.ctx, send, () => false);
        expect(await statuses()).toEqual([
          { waiting: 'sent', sending: 'uncertain' }[status as string] ?? status,
        ]);
        expect(sent).toEqual(only(status));
      },
    );

    test('a round claims a mail before handing it over, so that no other round sends it again', async () => {
      await place();
      let sent = 0;
      const dying = async () => {
        sent += 1;
        if (sent === 1) {
          expect(await statuses()).toEqual(['sending', 'waiting']);
          const other = async () => {
            sent += 10;
            return accept;
          };
          await sendDueMails(shop.ctx, other, () => false);
        }
        throw new Error('the process ended');
      };
      await expect(sendDueMails(shop.ctx, dying, () => false)).rejects.toThrow('the process ended');
      expect(sent).toBe(11);
      expect(await statuses()).toEqual(['sending', 'sent']);
      await sendAll();
      expect(server.received).toEqual([]);
    });

    test.each(mailStatuses)(
      'by hand, a mail that is %s is sent (again) unless it is being sent right now',
      async (status) => {
        const order = await place();
        const [mail] = await mailsOf(admin, order.id);
        await database.db
          .updateTable('mails')
          .set({ status, attempts: 3, last_error: 'no' })
          .execute();
        const response = await admin.post(`/api/mails/${mail?.id}/send`);
        const isRefused = status === 'sending';
        expect(response.statusCode).toBe(isRefused ? 409 : 200);
        expect(response.json()).toMatchObject(
          isRefused
            ? { code: 'state_conflict' }
            : {
                status: 'waiting',
                attempts: 0,
                lastError: null,
                dueAt: shop.clock.now().toISOString(),
              },
        );
      },
    );
  });

  test('two processes share the work and send nothing twice', async () => {
    for (let n = 0; n < 8; n++) await place({ customerEmail: `buyer-${n}@buyer.example` });
    const databaseUrl = database.environment?.DATABASE_URL;
    const other = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }) : null;
    await Promise.all([sendAll(), sendAll(other ? { ...shop.ctx, db: other.db } : shop.ctx)]);
    await other?.close();
    expect(server.received).toHaveLength(16);
    expect(new Set(subjects()).size).toBe(16);
  });
});
