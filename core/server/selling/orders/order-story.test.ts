/** An order's whole story, as its page and `npm run order` tell it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { storyOf } from '#core/contract/selling/order-story.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { onDatabases, postgresEngine, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { readStory } from './order-story.service.ts';

onDatabases(['sqlite', postgresEngine], (makeDatabase) => {
  let database: TestDatabase;
  let opened: MailShop;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    opened = await openMailShop(database);
  });
  afterEach(() => opened.close());
  afterAll(() => database.close());

  const told = async (id: number) =>
    (await readStory(opened.shop.ctx, id)).story.map(({ actor, text }) => `${actor}: ${text}`);

  test('a story has events and emails in time, and says what comes next', async () => {
    const { server, shop, admin } = opened;
    const { id } = await placeOrder(shop);
    server.behave('busy');
    await sendDueMails(shop.ctx, smtpSender(server.url), () => false);
    const busy = await readStory(shop.ctx, id);
    expect(busy.story.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^The email “.*” to the buyer has failed once and will be tried again\. The mail server’s answer: .*451/,
      ),
    );
    expect(busy.ahead.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The email “.*” to the buyer is sent\.$/),
      expect.stringMatching(/^The email “.*” to you is sent\.$/),
      'The buyer is reminded to pay.',
      'The hold ends.',
    ]);
    server.behave('accept');
    shop.clock.forward({ hours: 1 });
    await sendDueMails(shop.ctx, smtpSender(server.url), () => false);
    shop.clock.forward({ hours: 1 });
    await admin.put(`/api/orders/${id}/status`, { status: 'paid' });
    const story = await told(id);
    const ofMilestones = [
      /^buyer: The order was placed/,
      /to the buyer was queued/,
      /to the buyer was sent after 2 attempts/,
      /^owner: The status .* to paid/,
    ];
    const places = ofMilestones.map((part) => story.findIndex((text) => part.test(text)));
    expect(places, story.join('\n')).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(story).toContain('system: The buyer’s email address counts as confirmed from here on.');
    const detail = (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
    expect(storyOf(detail)).toEqual((await readStory(shop.ctx, id)).story);
  });

  test('a story names no buyer, and is still told once the order is erased, and once it is deleted', async () => {
    const { server, shop, admin } = opened;
    const { id, specimenId } = await placeOrder(shop, {
      customerEmail: 'nobody@buyer.example',
      customerName: 'Zelda Quarry',
    });
    await sendDueMails(shop.ctx, smtpSender(server.url), () => false);
    const secrets = /nobody@|Zelda|Quarry/;
    const refused = (await told(id)).join('\n');
    expect(refused).toContain('No such mailbox');
    expect(refused).not.toMatch(secrets);
    await admin.put(`/api/orders/${id}/status`, { status: 'cancelled' });
    expect((await admin.post(`/api/manage/orders/${id}/erase`, {})).statusCode).toBe(200);
    expect((await told(id)).at(-1)).toBe('owner: Personal data was erased.');
    const ofMails = (texts: string[]) =>
      texts
        .filter((text) => text.includes('An email to'))
        .map((text) => text.replace('system: ', ''));
    const sent = [
      'An email to the buyer could not be sent at the first attempt.',
      'An email to you was sent at the first attempt.',
    ];
    expect(ofMails(await told(id))).toEqual([...sent, 'An email to the buyer was not sent.']);
    expect((await told(id)).join('\n')).not.toMatch(secrets);
    await admin.delete(`/api/orders/${id}`);
    const gone = await readStory(shop.ctx, id);
    expect(gone).toMatchObject({ status: 'Deleted', totalCents: null, ahead: [] });
    expect(ofMails(gone.story.map(({ text }) => text))).toEqual([
      ...sent,
      'An email to the buyer was not sent.',
    ]);
    expect(gone.story.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        `Specimen #${specimenId} is on hold for the buyer.`,
        'The order was deleted.',
      ]),
    );
  });

  test('a number that no order ever had is refused in words', async () => {
    const story = readStory(opened.shop.ctx, 999_999);
    await expect(story).rejects.toThrow(
      'There is no order #999999 in this shop, and its log knows of none.',
    );
  });
});
