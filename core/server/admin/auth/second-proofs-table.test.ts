/** The calls that a stolen session cannot make, those of the features among them. */
import { expect, test } from 'vitest';
import { type Browser, makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { secondProofsOf } from './second-proofs.routes.ts';

/** Calls that ask again ten minutes after a login. */
const asking = {
  'DELETE /api/auth/passkeys/:id': 'always',
  'GET /api/manage/backup': 'always',
  'GET /api/manage/export': 'always',
  'GET /api/manage/invoices': 'if it reads several',
  'GET /api/manage/restore/replaced': 'always',
  'GET /api/manage/slips': 'if it reads several',
  'GET /api/orders': 'always',
  'HEAD /api/manage/backup': 'always',
  'HEAD /api/manage/export': 'always',
  'HEAD /api/manage/invoices': 'if it reads several',
  'HEAD /api/manage/restore/replaced': 'always',
  'HEAD /api/manage/slips': 'if it reads several',
  'HEAD /api/orders': 'always',
  'DELETE /api/manage/copies/places/:id': 'always',
  'DELETE /api/manage/mail-server': 'always',
  'PATCH /api/auth/passkeys/:id': 'always',
  'POST /api/auth/passkeys': 'always',
  'POST /api/auth/passkeys/options': 'always',
  'POST /api/manage/backup': 'always',
  'POST /api/manage/buyer-data/erase': 'always',
  'POST /api/manage/buyer-data/export': 'always',
  'POST /api/manage/copies/key': 'always',
  'POST /api/manage/copies/places': 'always',
  'POST /api/manage/credit-notes': 'if it reads several',
  'POST /api/manage/invoice-corrections': 'if it reads several',
  'POST /api/manage/invoices': 'if it reads several',
  'POST /api/manage/orders/:id/erase': 'always',
  'POST /api/manage/mail-server/test': 'always',
  'POST /api/manage/restore': 'always',
  'POST /api/manage/restore/file': 'always',
  'POST /api/manage/second-way/test': 'always',
  'PUT /api/manage/copies': 'always',
  'PUT /api/manage/copies/key': 'always',
  'PUT /api/manage/mail-server': 'always',
  'PUT /api/manage/second-way': 'always',
  'PUT /api/settings/general': 'if it redirects',
  'PUT /api/settings/social_links': 'if it redirects',
  'PUT /api/settings/venmo_settings': 'if it redirects',
};

/** Calls whose schemas name buyers, money or email, and that ask for nothing more all the same. */
const exempt: Record<string, string> = {
  'GET /api/manage/inquiries': 'a page of the inbox, which is read all day',
  'GET /api/manage/orders/:id': 'one order, with its emails',
  'POST /api/manage/orders/:id/change':
    'the same order, changed; a higher total waits for the buyer’s yes',
  'DELETE /api/manage/orders/:id/proposal': 'the same order, as it was before the buyer was asked',
  'POST /api/manage/orders/:id/parcel': 'the same order, and those of its buyer that go with it',
  'DELETE /api/manage/orders/:id/parcel': 'the same order, sent by itself again',
  'POST /api/manage/orders/:id/undo': 'the same order, as it was before its last step',
  'POST /api/manage/orders/:id/extend': 'the same order, once its hold is longer',
  'POST /api/manage/orders/:id/cancel':
    'the same order, cancelled; the owner sends the money himself',
  'POST /api/manage/orders/:id/refunds': 'the same order, with what the owner has sent himself',
  'POST /api/manage/orders/:id/mails': 'the same order, with what the owner has written',
  'POST /api/manage/orders/:id/payments': 'the same order, with what the owner has received',
  'POST /api/manage/orders/:id/settle': 'the same order, with what the owner has received',
  'PATCH /api/manage/orders/:id/money/:moneyId':
    'the same order, with what the owner has received or sent, corrected',
  'DELETE /api/manage/orders/:id/money/:moneyId':
    'the same order, without a payment that never came',
  'POST /api/manage/sales': 'the sale that was sent',
  'GET /api/manage/show': 'who has a piece on hold, at a table',
  'GET /api/manage/show/pieces/:id': 'the orders of one piece, at a table',
  'GET /api/manage/show/takings': 'the sales of one day, at a table',
  'GET /api/manage/orders': 'a page of the list, which is read all day',
  'GET /api/manage/orders/moves': 'at most a hundred names from that list',
  'GET /api/manage/buyers/blocked':
    'the addresses that the owner has blocked, and nothing else of them',
  'GET /api/manage/specimens/:id/waiting-list': 'the waiting list of one piece',
  'POST /api/manage/payments/statement':
    'the orders that wait for their payment, as the list shows them',
  'GET /api/mails': 'the latest fifty, as a page',
};

/** Fields of a list that say who a buyer is, and fields of a body that say where money and mail go. */
const BUYER = /^(customer(Name|Email|Address)|email|to|shippingAddress|buyer\w*)$/;
const REDIRECT =
  /^(contactEmail|venmoUsername|paymentInstructions|smtp\w*|sender|payout\w*|iban)$/i;

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Operation = {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};

/** Whether a schema has such a field. @param inList only within a list. */
function has(schema: Schema | undefined, field: RegExp, inList: boolean): boolean {
  if (!schema) return false;
  const { properties = {}, items, anyOf = [], allOf = [] } = schema;
  return (
    (!inList && Object.keys(properties).some((name) => field.test(name))) ||
    Object.values(properties).some((one) => has(one, field, inList)) ||
    has(items, field, false) ||
    [...anyOf, ...allOf].some((one) => has(one, field, inList))
  );
}

const contentOf = (holder: { content?: Record<string, { schema?: Schema }> } | undefined) =>
  Object.entries(holder?.content ?? {});

/** Calls of admins that redirect money or mail, read buyers in bulk, or send a file, as far as their schemas say so. */
async function suspicious(browser: Browser): Promise<string[]> {
  const { paths } = (await browser.get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const found: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { requestBody, responses = {} }] of Object.entries(operations)) {
      const answers = Object.entries(responses).flatMap(([status, one]) =>
        status.startsWith('2') ? contentOf(one) : [],
      );
      const redirectsMoney = contentOf(requestBody).some(([, { schema }]) =>
        has(schema, REDIRECT, false),
      );
      const readsBuyers = answers.some(
        ([type, { schema }]) => /zip|tar|octet/.test(type) || has(schema, BUYER, true),
      );
      const isAdmins = /^\/api\/(manage|auth|orders$|mails|settings)/.test(path);
      if (isAdmins && (redirectsMoney || readsBuyers))
        found.push(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    }
  }
  return found;
}

test('the table of the calls that ask again is made from their routes and has each that should be in it', async () => {
  const database = await makeSqlite();
  const shop = await makeApp(database);
  const table = secondProofsOf(shop.app);
  expect(table).toEqual(asking);
  const found = await suspicious(await shop.admin());
  // Without these the test would look at nothing.
  expect(found).toEqual(
    expect.arrayContaining([
      'PUT /api/settings/venmo_settings',
      'GET /api/orders',
      'GET /api/manage/orders',
    ]),
  );
  expect(found.filter((call) => !(call in table) && !(call in exempt))).toEqual([]);
  expect(Object.keys(exempt).filter((call) => !found.includes(call))).toEqual([]);
  await shop.app.close();
  await database.close();
});
