import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OtherMails } from '#core/contract/messages/mails.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { faultsOf } from '#tests/support/mail-faults.ts';
import { sampleOf } from '#tests/support/mail-samples.ts';
import { type MailShop, mailsOf, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { noticeTemplates } from './notice-templates.ts';

const FORMER = 'ada@buyer.example';
const OTHER = 'eve@other.example';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    ({ id } = await placeOrder(open.shop));
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const edit = (payload: object) =>
    open.admin.request({ method: 'PATCH', url: `/api/orders/${id}`, payload });
  const to = (status: string) => open.admin.put(`/api/orders/${id}/status`, { status });
  const notices = async () =>
    (await mailsOf(open.admin, id)).filter(({ kind }) => Object.hasOwn(noticeTemplates, kind));
  const told = async () => (await notices()).map((mail) => [mail.kind, mail.to]);

  test('the buyer of a paid order is told that its address was changed, and not to what', async () => {
    await to('paid');
    await edit({ customerAddress: '9 Harbor Street\nButte', customerName: 'Ada Byron' });
    const [mail, ...others] = await notices();
    expect([mail?.kind, mail?.to, others]).toEqual(['order_address_changed', FORMER, []]);
    expect(mail?.text).toContain(`#${id}`);
    expect(mail?.text).not.toMatch(/Harbor|Quarry|Butte/);
  });

  test('the former email of a paid order is told that its link has ended, and not who has it', async () => {
    await to('paid');
    await edit({ customerEmail: OTHER, customerAddress: '9 Harbor Street\nButte' });
    expect(await told()).toEqual([
      ['order_address_changed', OTHER],
      ['order_link_ended', FORMER],
    ]);
    expect(JSON.stringify((await notices()).map(({ text }) => text))).not.toMatch(
      /eve|other\.example|Harbor/,
    );
  });

  test('an email changed twice at once leaves the first notice in the outbox', async () => {
    await to('paid');
    await edit({ customerEmail: OTHER });
    await edit({ customerEmail: 'eve-2@other.example' });
    expect(await told()).toEqual([
      ['order_link_ended', FORMER],
      ['order_link_ended', OTHER],
    ]);
  });

  test('a shipped order’s address is told too, and a note or a tracking number is not', async () => {
    await to('shipped');
    await edit({ trackingNumber: '9400111899223197428490', privateNote: 'Called' });
    expect(await told()).toEqual([]);
    await edit({ customerAddress: '9 Harbor Street\nButte', addressNote: 'Came back' });
    expect(await told()).toEqual([['order_address_changed', FORMER]]);
  });

  test('a mistyped email of an unpaid order hears nothing of its correction', async () => {
    await edit({ customerEmail: OTHER, customerAddress: '9 Harbor Street\nButte' });
    expect(await told()).toEqual([]);
  });

  const removed = async () =>
    (await open.admin.get('/api/mails'))
      .json<OtherMails>()
      .mails.filter(({ subject }) => subject === `Order #${id} was removed`);

  test('the buyer of a deleted pending order reads which pieces not to pay', async () => {
    expect((await open.admin.delete(`/api/orders/${id}`)).statusCode).toBe(204);
    const [mail, ...others] = await removed();
    expect([mail?.to, others]).toEqual([FORMER, []]);
    expect(mail?.text).toContain(
      `We removed your order #${id}. Please don’t pay it.\n\nIt was for `,
    );
    expect(mail?.text).toContain('Just reply to this email.');
  });

  test('the buyer of a paid or canceled order hears nothing of its deletion', async () => {
    await to('paid');
    await open.admin.delete(`/api/orders/${id}`);
    expect(await removed()).toEqual([]);
    ({ id } = await placeOrder(open.shop));
    await to('cancelled');
    await open.admin.delete(`/api/orders/${id}`);
    expect(await removed()).toEqual([]);
  });
});

test.each(Object.entries(noticeTemplates))(
  '%s is laid out as every mail program can show it',
  async (kind, template) => {
    expect(
      await faultsOf(sampleOf(kind, template, { id: 7, titles: ['Topaz', 'Azurite'] })),
    ).toEqual([]);
  },
);
