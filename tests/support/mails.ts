/** A shop that sends its mails to a mail server of the tests. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { OrderDetail, PlacedOrder } from '#core/contract/selling/orders.ts';
import type { Config } from '#core/server/config.ts';
import { type Browser, makeApp, type TestApp } from './app.ts';
import type { MakeDatabase, TestDatabase } from './databases.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { directBody, withKey } from './orders.ts';
import { addSpecimens } from './specimens.ts';

export type MailShop = {
  server: MailServer;
  shop: TestApp;
  admin: Browser;
  close(): Promise<void>;
};

/** Opens it on the database, without orders and settings of other tests. */
export async function openMailShop(
  database: TestDatabase,
  config: Partial<Config> = {},
): Promise<MailShop> {
  const server = await startMailServer();
  const shop = await makeApp(database, {
    config: { smtpUrl: server.url, logLevel: 'silent', ...config },
  });
  await database.db.deleteFrom('orders').execute();
  await database.db.deleteFrom('site_settings').execute();
  const close = async () => {
    await shop.app.close();
    await server.close();
  };
  return { server, shop, admin: await shop.admin(), close };
}

/**
 * A shop with an address that mail programs can fetch pictures from, for the tests of a file: each begins at the same time, without mails, orders,
 * settings and sessions, and with a mail server of its own.
 */
export function useMailShop(
  makeDatabase: MakeDatabase,
): { database: TestDatabase } & Omit<MailShop, 'close'> {
  const opened = {} as { database: TestDatabase } & Omit<MailShop, 'close'>;
  let start: Date;
  beforeAll(async () => {
    opened.database = await makeDatabase();
    opened.shop = await makeApp(opened.database, {
      config: { logLevel: 'silent', publicUrl: 'https://druse.example' },
    });
    start = opened.shop.clock.now();
  });
  afterAll(async () => {
    await opened.shop.app.close();
    await opened.database.close();
  });
  beforeEach(async () => {
    const { database, shop } = opened;
    for (const table of ['mails', 'orders', 'site_settings', 'sessions'] as const)
      await database.db.deleteFrom(table).execute();
    shop.clock.forward({ seconds: (start.getTime() - shop.clock.now().getTime()) / 1000 });
    opened.server = await startMailServer();
    shop.ctx.config.smtpUrl = opened.server.url;
    opened.admin = await shop.admin();
  });
  afterEach(() => opened.server.close());
  return opened;
}

/** Places an order for a new specimen, which queues its mails. */
export async function placeOrder(
  shop: TestApp,
  change: object = {},
): Promise<PlacedOrder['order']> {
  const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Amethyst' }]);
  const response = await shop.visitor().post('/api/orders', { ...directBody(id), ...change });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().order;
}

export const mailsOf = async (admin: Browser, id: number): Promise<OrderDetail['mails']> =>
  (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>().mails;

/** The path of the link in the mail about a new order. */
/** A press on the page that its mail's link opens. */
export const confirmEmail = async (
  { shop, admin }: { shop: TestApp; admin: Browser },
  id: number,
) =>
  shop
    .visitor()
    .post(
      `/api/orders/${id}/confirmation`,
      undefined,
      withKey({ secretPath: await mailPathOf(admin, id) }),
    );

export async function mailPathOf(admin: Browser, id: number): Promise<string> {
  const text = (await mailsOf(admin, id)).find((mail) => mail.kind === 'order_placed')?.text ?? '';
  return new RegExp(`\\/order-confirmation\\/${id}#key=[\\w-]{32}`).exec(text)?.[0] ?? '';
}
