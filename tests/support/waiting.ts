/** A shop in whose waiting lists addresses wait, and what they, buyers and its admin do. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import type { Entry, WaitingEntry } from '#features/waiting-list/contract/waiting-list.ts';
import { ENTRY_KEY_HEADER, entryIn } from '#features/waiting-list/contract/waiting-rules.ts';
import type { Browser, TestApp } from './app.ts';
import type { MakeDatabase, TestDatabase } from './databases.ts';
import { type MailShop, openMailShop } from './mails.ts';
import { directBody, stockOf } from './orders.ts';
import { addSpecimens } from './specimens.ts';

export const IVO = 'ivo@waiter.example';
export const JUNE = 'june@waiter.example';

type Link = { id: number; key: string };

/** Opens it for the tests of a suite, empty before each of them. */
export function useWaitingShop(makeDatabase: MakeDatabase) {
  // Filled before the first test.
  const at = {} as { database: TestDatabase; mailShop: MailShop; shop: TestApp; admin: Browser };

  beforeAll(async () => {
    at.database = await makeDatabase();
    at.mailShop = await openMailShop(at.database, { publicUrl: 'https://druse.example' });
    at.shop = at.mailShop.shop;
  });
  beforeEach(async () => {
    at.admin = await at.shop.admin();
    for (const table of [
      'waiting_entries',
      'buyers',
      'mails',
      'orders',
      'specimens',
      'site_settings',
    ] as const)
      await at.database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await at.mailShop.close();
    await at.database.close();
  });

  const piece = async (change: object = {}) =>
    (await addSpecimens(at.shop.ctx, [{ title: 'Amethyst', ...change }]))[0] ?? 0;
  async function ask(
    id: number,
    email: string,
    { by = at.shop, remoteAddress = '198.51.100.7' } = {},
  ) {
    const { token } = (
      await by.visitor().request({ url: '/api/inquiries/form', remoteAddress })
    ).json<{ token: string }>();
    by.clock.forward({ seconds: 3 });
    return by.visitor().request({
      method: 'POST',
      url: `/api/specimens/${id}/waiting-list`,
      payload: { email, token },
      remoteAddress,
    });
  }
  const mailsTo = async (address: string) =>
    at.database.db
      .selectFrom('mails')
      .select(['kind', 'subject', 'body_text'])
      .where('to_address', '=', address)
      .orderBy('id')
      .execute();
  /** The link in the latest mail to an address. */
  async function linkOf(email: string) {
    const link = /in-line(#\S+)/.exec((await mailsTo(email)).at(-1)?.body_text ?? '')?.[1] ?? '';
    const named = entryIn(link);
    if (!named) throw new Error(`No mail to ${email} has a link`);
    return named;
  }
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    { id, key }: Link,
    browser = at.shop.visitor(),
    action = '',
  ) =>
    browser.request({
      method,
      url: `/api/waiting-list/${id}${action}`,
      headers: { [ENTRY_KEY_HEADER]: key },
    });
  const read = async (link: Link, browser?: Browser) =>
    (await call('GET', link, browser)).json<Entry>();
  const confirm = async (link: Link) =>
    (await call('POST', link, at.shop.visitor(), '/confirmation')).json<Entry>();
  const leave = (link: Link) => call('DELETE', link);
  /** Puts an address in line. @returns its link. */
  async function wait(id: number, email: string): Promise<Link> {
    const response = await ask(id, email);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const link = await linkOf(email);
    await confirm(link);
    return link;
  }
  const order = async (id: number, browser = at.shop.visitor()) =>
    browser.post('/api/orders', directBody(id));
  const cancel = async (id: number) =>
    at.admin.put(`/api/orders/${id}/status`, { status: 'cancelled' });
  /** A piece in the pending order of somebody else. */
  async function heldPiece(change: object = {}) {
    const id = await piece(change);
    const { order: placed } = (await order(id)).json<{ order: { id: number } }>();
    return { id, orderId: placed.id };
  }
  const specimen = async (id: number) =>
    (await at.shop.visitor().get(`/api/specimens/${id}`)).json();
  const stock = async (id: number) => (await stockOf(at.shop.ctx, [id]))[0];
  const waitingList = async (id: number) =>
    (await at.admin.get(`/api/manage/specimens/${id}/waiting-list`)).json<WaitingEntry[]>();
  const endings = async (id: number) =>
    at.database.db
      .selectFrom('events')
      .select(['actor', 'data'])
      .where('specimen_id', '=', id)
      .where('kind', '=', 'waiting_ended')
      .execute();
  const settle = () => settleAllDue(at.shop.ctx);
  /** What the mail worker does. */
  const sendMails = () =>
    at.database.db
      .updateTable('mails')
      .set({ status: 'sent' })
      .where('status', '=', 'waiting')
      .execute();
  const set = (change: object) => at.admin.put('/api/settings/orders', change);

  return {
    at,
    piece,
    ask,
    mailsTo,
    linkOf,
    call,
    read,
    confirm,
    leave,
    wait,
    order,
    cancel,
    heldPiece,
    specimen,
    stock,
    waitingList,
    endings,
    settle,
    sendMails,
    set,
  };
}
