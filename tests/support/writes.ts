/** Every call that writes, with its preparation, for tests that walk all of them. */

import type { LightMyRequestResponse } from 'fastify';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { FOLLOW_KEY_HEADER } from '#features/follows/contract/follow-rules.ts';
import type { ManagedSpecies } from '#features/own-species/contract/own-species.ts';
import type { Inbox } from '#features/questions/contract/inquiries.ts';
import { ENTRY_KEY_HEADER } from '#features/waiting-list/contract/waiting-rules.ts';
import type { Browser, TestApp } from './app.ts';
import { confirmEmail } from './mails.ts';
import { cartBody, directBody, withKey } from './orders.ts';
import { addSpecimens } from './specimens.ts';
import { reportOf, zipOf } from './transfers.ts';
import { filePart, formOf, smallJpeg } from './uploads.ts';

type Sent = Promise<LightMyRequestResponse>;
/** Prepares a write and returns a function that sends it, which must succeed. */
type Write = (shop: WritingShop) => Promise<() => Sent>;
export type WritingShop = { shop: TestApp; admin: Browser };

const at = (form: ReturnType<typeof formOf>, url: string) => ({
  method: 'POST' as const,
  url,
  ...form,
});
const patch = (browser: Browser, url: string, payload: object) =>
  browser.request({ method: 'PATCH', url, payload });
let counter = 0;

const piece = async ({ shop }: WritingShop, change: object = {}): Promise<number> =>
  (await addSpecimens(shop.ctx, [{ title: `Stone ${++counter}`, ...change }]))[0] ?? 0;

async function ok<T>(sent: Sent): Promise<T> {
  const response = await sent;
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
  return response.statusCode === 204 ? (null as T) : response.json<T>();
}

type Placed = { order: { id: number; secretPath: string } };

async function order(world: WritingShop, status = 'pending', change: object = {}) {
  const specimen = await piece(world, change);
  const { order } = await ok<Placed>(
    world.shop.visitor().post('/api/orders', directBody(specimen)),
  );
  if (status !== 'pending') await ok(world.admin.put(`/api/orders/${order.id}/status`, { status }));
  const detail = () => ok<OrderDetail>(world.admin.get(`/api/manage/orders/${order.id}`));
  return { ...order, specimen, detail, headers: withKey(order) };
}

async function proposal(world: WritingShop) {
  const asked = await order(world);
  const more = await piece(world);
  const { lines, contentsVersion: version } = await asked.detail();
  const staying = lines.map(({ id, price, quantity }) => ({ id, price, quantity }));
  const added = [{ specimenId: more, quantity: 1 }];
  const body = { version, lines: staying, added };
  return {
    ...asked,
    body,
    ask: () => world.admin.post(`/api/manage/orders/${asked.id}/change`, body),
  };
}

async function together(world: WritingShop) {
  const [one, two] = [await order(world, 'paid'), await order(world, 'paid')];
  const query = `/api/manage/orders/${one.id}/parcel?orders=${two.id}`;
  const { shippingAmount } = await ok<{ shippingAmount: string }>(world.admin.get(query));
  const body = {
    orders: [two.id],
    shippingAmount,
    takesOff: false,
    method: 'Cash',
    writesToBuyer: false,
  };
  return { one, send: () => world.admin.post(`/api/manage/orders/${one.id}/parcel`, body) };
}

async function formToken({ shop }: WritingShop): Promise<string> {
  const { token } = await ok<{ token: string }>(shop.visitor().get('/api/inquiries/form'));
  shop.clock.forward({ seconds: 30 });
  return token;
}

const visitorMail = () => `eve${++counter}@visitor.example`;

async function inquiry(world: WritingShop): Promise<number> {
  const id = await piece(world);
  const body = {
    name: 'Eve',
    email: visitorMail(),
    question: 'How heavy?',
    token: await formToken(world),
  };
  await ok(world.shop.visitor().post(`/api/specimens/${id}/inquiries`, body));
  const { threads } = await ok<Inbox>(world.admin.get('/api/manage/inquiries'));
  return threads[0]?.inquiries[0]?.id ?? 0;
}

async function collection(world: WritingShop, change: object = {}): Promise<number> {
  const body = { name: `Cabinet ${++counter}`, ...change };
  return (await ok<{ id: number }>(world.admin.post('/api/manage/collections', body))).id;
}

async function waiting(world: WritingShop, isConfirmed = true) {
  const { specimen } = await order(world);
  const email = visitorMail();
  await ok(
    world.shop
      .visitor()
      .post(`/api/specimens/${specimen}/waiting-list`, { email, token: await formToken(world) }),
  );
  const row = await world.shop.ctx.db
    .selectFrom('waiting_entries')
    .select(['id', 'entry_key'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const headers = { [ENTRY_KEY_HEADER]: row.entry_key };
  const confirm = () =>
    world.shop.visitor().post(`/api/waiting-list/${row.id}/confirmation`, undefined, headers);
  if (isConfirmed) await ok(confirm());
  return { id: row.id, key: row.entry_key, specimen, headers, confirm };
}

async function follow(world: WritingShop) {
  const email = visitorMail();
  const body = { email, query: '?category=Crystals', token: await formToken(world) };
  const send = () => world.shop.visitor().post('/api/follows', body);
  const row = async () =>
    world.shop.ctx.db
      .selectFrom('follows')
      .select(['id', 'follow_key'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
  return { send, row };
}

async function followed(world: WritingShop) {
  const { send, row } = await follow(world);
  await ok(send());
  const { id, follow_key: key } = await row();
  return { id, key, headers: { [FOLLOW_KEY_HEADER]: key } };
}

/** The way an email program unsubscribes. */
const oneClick = ({ shop }: WritingShop, url: string): Sent =>
  shop.visitor().request({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const species = async ({ admin }: WritingShop, slug: string, change: object) => {
  const { values } = await ok<ManagedSpecies>(admin.get(`/api/manage/species/${slug}`));
  return { values: { ...values, ...change }, source: 'Field notes' };
};

const sell = async (world: WritingShop, change: object = {}): Promise<number> => {
  const sold = { specimenId: await piece(world), quantity: 1, price: '90', ...change };
  return (await ok<{ id: number }>(world.admin.post('/api/manage/sales', sold))).id;
};

async function bulk(world: WritingShop) {
  const specimens = [await piece(world), await piece(world)];
  const change = { kind: 'price', direction: 'raise', by: 'percent', value: '10', round: 'cent' };
  return ok<{ id: number }>(world.admin.post('/api/manage/bulk-edits', { specimens, change }));
}

const byBuyer =
  (method: 'POST' | 'PUT', call: string, payload?: object): Write =>
  async (world) => {
    const { id, headers } = await order(world);
    const url = `/api/orders/${id}/${call}`;
    return () => world.shop.visitor().request({ method, url, payload, headers });
  };
const upload = async (url: string, parts: Parameters<typeof formOf>[0]) => at(formOf(parts), url);
const stone = { title: 'Uploaded', category: 'Minerals', price: '30', forSale: true };
const setting =
  (key: string, value: object): Write =>
  async ({ admin }) =>
  () =>
    admin.put(`/api/settings/${key}`, value);
const onOrder =
  (path: string, body: object, status = 'pending'): Write =>
  async (world) => {
    const { id } = await order(world, status);
    return () => world.admin.post(`/api/manage/orders/${id}/${path}`, body);
  };

/** By the name of the call. */
export const writes: Record<string, Write> = {
  'POST /api/orders': async (world) => {
    const id = await piece(world);
    return () =>
      world.shop.visitor().post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }]));
  },
  'DELETE /api/orders/:id': async (world) => {
    const { id } = await order(world);
    return () => world.admin.delete(`/api/orders/${id}`);
  },
  'PATCH /api/orders/:id': async (world) => {
    const { id } = await order(world);
    return () => patch(world.admin, `/api/orders/${id}`, { privateNote: 'Knows fluorite.' });
  },
  'PUT /api/orders/:id/status': async (world) => {
    const { id } = await order(world);
    return () => world.admin.put(`/api/orders/${id}/status`, { status: 'cancelled' });
  },
  'POST /api/orders/:id/confirmation': async (world) => {
    const { id } = await order(world);
    return () => confirmEmail(world, id);
  },
  'POST /api/orders/:id/payment-opened': byBuyer('POST', 'payment-opened'),
  'POST /api/orders/:id/payment-reports': byBuyer('POST', 'payment-reports'),
  'POST /api/orders/:id/cancellation': byBuyer('POST', 'cancellation'),
  'PUT /api/orders/:id/address': byBuyer('PUT', 'address', { address: '9 Harbor Street, Butte' }),
  'POST /api/orders/:id/proposals/:proposalId/answer': async (world) => {
    const { id, headers, ask } = await proposal(world);
    const { proposal: open } = await ok<OrderDetail>(ask());
    const url = `/api/orders/${id}/proposals/${open?.id}/answer`;
    return () => world.shop.visitor().post(url, { answer: 'accept' }, headers);
  },
  'POST /api/manage/orders/:id/change': async (world) => (await proposal(world)).ask,
  'POST /api/manage/orders/:id/change-preview': async (world) => {
    const { id, body } = await proposal(world);
    return () => world.admin.post(`/api/manage/orders/${id}/change-preview`, body);
  },
  'DELETE /api/manage/orders/:id/proposal': async (world) => {
    const { id, ask } = await proposal(world);
    await ok(ask());
    return () => world.admin.delete(`/api/manage/orders/${id}/proposal`);
  },
  'POST /api/manage/orders/:id/extend': onOrder('extend', { hours: 24 }),
  'POST /api/manage/orders/:id/erase': onOrder('erase', { evenPending: true }),
  'POST /api/manage/orders/:id/mails': onOrder('mails', { text: 'Thank you.', key: 'a' }),
  'POST /api/manage/orders/:id/mail-draft': onOrder('mail-draft', {
    kind: 'order_words',
    text: 'Hi',
  }),
  'POST /api/manage/orders/:id/refunds': onOrder(
    'refunds',
    { amount: '5', method: 'Cash', receivedAmount: '110.00' },
    'paid',
  ),
  'POST /api/manage/orders/:id/cancel': onOrder(
    'cancel',
    { refundAmount: '110', method: 'Cash', receivedAmount: '110.00', pieces: 'sale' },
    'paid',
  ),
  'POST /api/manage/orders/:id/payments': async (world) => {
    const { id, detail } = await order(world, 'paid');
    const { money } = await detail();
    await ok(world.admin.delete(`/api/manage/orders/${id}/money/${money[0]?.id}`));
    const body = { amount: '50', method: 'Cash', receivedAmount: '0.00' };
    return () => world.admin.post(`/api/manage/orders/${id}/payments`, body);
  },
  'POST /api/manage/orders/:id/settle': async (world) => {
    const { id, detail } = await order(world, 'paid');
    const { money } = await detail();
    await ok(world.admin.delete(`/api/manage/orders/${id}/money/${money[0]?.id}`));
    return () => world.admin.post(`/api/manage/orders/${id}/settle`, { receivedAmount: '0.00' });
  },
  'PATCH /api/manage/orders/:id/money/:moneyId': async (world) => {
    const { id, detail } = await order(world, 'paid');
    const { money } = await detail();
    const url = `/api/manage/orders/${id}/money/${money[0]?.id}`;
    return () => patch(world.admin, url, { method: 'Cash' });
  },
  'DELETE /api/manage/orders/:id/money/:moneyId': async (world) => {
    const { id, detail } = await order(world, 'paid');
    const { money } = await detail();
    return () => world.admin.delete(`/api/manage/orders/${id}/money/${money[0]?.id}`);
  },
  'POST /api/manage/orders/:id/parcel': async (world) => (await together(world)).send,
  'DELETE /api/manage/orders/:id/parcel': async (world) => {
    const { one, send } = await together(world);
    await ok(send());
    return () => world.admin.delete(`/api/manage/orders/${one.id}/parcel`);
  },
  'POST /api/manage/orders/:id/undo': async (world) => {
    const { id, detail } = await order(world, 'paid');
    const { undo } = await detail();
    return () => world.admin.post(`/api/manage/orders/${id}/undo`, { at: undo?.at });
  },
  'POST /api/manage/orders/cancel': async (world) => {
    const { id } = await order(world);
    return () => world.admin.post('/api/manage/orders/cancel', { ids: [id] });
  },
  'POST /api/manage/strangers/cancel': async (world) => {
    await order(world);
    const source = { by: 'email', value: 'ada@buyer.example' };
    return () => world.admin.post('/api/manage/strangers/cancel', source);
  },
  'POST /api/manage/sales': async (world) => {
    const specimenId = await piece(world);
    return () => world.admin.post('/api/manage/sales', { specimenId, quantity: 1, price: '90' });
  },
  'POST /api/manage/orders/:id/certificates': async (world) => {
    const { id, detail } = await order(world, 'paid');
    const { lines } = await detail();
    const body = { lines: lines.map((line) => line.id) };
    return () => world.admin.post(`/api/manage/orders/${id}/certificates`, body);
  },
  'PATCH /api/manage/buyers':
    async ({ admin }) =>
    () =>
      patch(admin, '/api/manage/buyers', { email: 'bo@buyer.example', note: 'Kind.' }),
  'POST /api/manage/buyer-data':
    async ({ admin }) =>
    () =>
      admin.post('/api/manage/buyer-data', { email: 'ada@buyer.example' }),
  'POST /api/manage/buyer-data/export':
    async ({ admin }) =>
    () =>
      admin.post('/api/manage/buyer-data/export', { email: 'ada@buyer.example' }),
  'POST /api/manage/buyer-data/erase': async (world) => {
    await order(world);
    const body = { email: 'ada@buyer.example', evenOpen: true };
    return () => world.admin.post('/api/manage/buyer-data/erase', body);
  },
  'POST /api/cart/check': async (world) => {
    const id = await piece(world);
    return () =>
      world.shop.visitor().post('/api/cart/check', { items: [{ specimenId: id, quantity: 1 }] });
  },

  'POST /api/specimens': async ({ admin }) => {
    const request = await upload('/api/specimens', [
      filePart('image', await smallJpeg()),
      { name: 'data', value: JSON.stringify(stone) },
    ]);
    return () => admin.request(request);
  },
  'PUT /api/specimens/:id': async (world) => {
    const id = await piece(world);
    return () => world.admin.put(`/api/specimens/${id}`, { ...stone, title: `Edited ${id}` });
  },
  'DELETE /api/specimens/:id': async (world) => {
    const id = await piece(world);
    return () => world.admin.delete(`/api/specimens/${id}`);
  },
  'POST /api/specimens/:id/images': async (world) => {
    const id = await piece(world);
    const file = await smallJpeg(60 + counter, 40);
    const request = await upload(`/api/specimens/${id}/images`, [filePart('images', file)]);
    return () => world.admin.request(request);
  },
  'PUT /api/specimens/:id/images': async (world) => {
    const id = await piece(world);
    const main = { alt: 'Seen from above', light: null };
    return () => world.admin.put(`/api/specimens/${id}/images`, { main, images: [] });
  },
  'POST /api/media': async ({ admin }) => {
    const request = await upload('/api/media', [filePart('image', await smallJpeg(71, 43))]);
    return () => admin.request(request);
  },
  'POST /api/media/unmade/retry':
    async ({ admin }) =>
    () =>
      admin.post('/api/media/unmade/retry'),

  'POST /api/manage/collections': async (world) => {
    const body = { name: `Drawer ${++counter}` };
    return () => world.admin.post('/api/manage/collections', body);
  },
  'PUT /api/manage/collections': async (world) => {
    const id = await collection(world);
    return () => world.admin.put('/api/manage/collections', { ids: [id] });
  },
  'PUT /api/manage/collections/:id': async (world) => {
    const id = await collection(world);
    return () => world.admin.put(`/api/manage/collections/${id}`, { name: `Renamed ${id}` });
  },
  'DELETE /api/manage/collections/:id': async (world) => {
    const id = await collection(world);
    return () => world.admin.delete(`/api/manage/collections/${id}`);
  },
  'PUT /api/manage/collections/:id/specimens': async (world) => {
    const [id, one] = [await collection(world), await piece(world)];
    return () => world.admin.put(`/api/manage/collections/${id}/specimens`, { ids: [one] });
  },
  'PUT /api/manage/collections/:id/specimens/:specimen': async (world) => {
    const [id, one] = [await collection(world), await piece(world)];
    return () => world.admin.put(`/api/manage/collections/${id}/specimens/${one}`, {});
  },
  'DELETE /api/manage/collections/:id/specimens/:specimen': async (world) => {
    const [id, one] = [await collection(world), await piece(world)];
    await ok(world.admin.put(`/api/manage/collections/${id}/specimens`, { ids: [one] }));
    return () => world.admin.delete(`/api/manage/collections/${id}/specimens/${one}`);
  },

  'POST /api/specimens/:id/inquiries': async (world) => {
    const id = await piece(world);
    const body = {
      name: 'Eve',
      email: visitorMail(),
      question: 'Heavy?',
      token: await formToken(world),
    };
    return () => world.shop.visitor().post(`/api/specimens/${id}/inquiries`, body);
  },
  'POST /api/orders/:id/inquiries': async (world) => {
    const { id, headers } = await order(world);
    const body = { question: 'When?', token: await formToken(world) };
    return () => world.shop.visitor().post(`/api/orders/${id}/inquiries`, body, headers);
  },
  'PATCH /api/manage/inquiries/:id': async (world) => {
    const id = await inquiry(world);
    return () => patch(world.admin, `/api/manage/inquiries/${id}`, { status: 'done' });
  },
  'DELETE /api/manage/inquiries/:id': async (world) => {
    const id = await inquiry(world);
    return () => world.admin.delete(`/api/manage/inquiries/${id}`);
  },
  'POST /api/manage/inquiries/:id/answers': async (world) => {
    const id = await inquiry(world);
    return () => world.admin.post(`/api/manage/inquiries/${id}/answers`, { text: 'Yes.' });
  },
  'POST /api/specimens/:id/waiting-list': async (world) => {
    const { specimen } = await order(world);
    const body = { email: visitorMail(), token: await formToken(world) };
    return () => world.shop.visitor().post(`/api/specimens/${specimen}/waiting-list`, body);
  },
  'POST /api/waiting-list/:id/confirmation': async (world) => (await waiting(world, false)).confirm,
  'DELETE /api/waiting-list/:id': async (world) => {
    const { id, headers } = await waiting(world);
    return () =>
      world.shop.visitor().request({ method: 'DELETE', url: `/api/waiting-list/${id}`, headers });
  },
  'DELETE /api/manage/waiting-list/:id': async (world) => {
    const { id } = await waiting(world);
    return () => world.admin.delete(`/api/manage/waiting-list/${id}`);
  },
  'DELETE /api/manage/specimens/:id/waiting-list': async (world) => {
    const { specimen } = await waiting(world);
    return () => world.admin.delete(`/api/manage/specimens/${specimen}/waiting-list`);
  },
  'POST /api/follows': async (world) => (await follow(world)).send,
  'POST /api/follows/:id/confirmation': async (world) => {
    const { id, headers } = await followed(world);
    return () => world.shop.visitor().post(`/api/follows/${id}/confirmation`, undefined, headers);
  },
  'DELETE /api/follows/:id': async (world) => {
    const { id, headers } = await followed(world);
    return () =>
      world.shop.visitor().request({ method: 'DELETE', url: `/api/follows/${id}`, headers });
  },
  'POST /api/follows/:id/end': async (world) => {
    const { id, key } = await followed(world);
    return () => oneClick(world, `/api/follows/${id}/end?key=${key}`);
  },
  'POST /api/waiting-list/:id/end': async (world) => {
    const { id, key } = await waiting(world);
    return () => oneClick(world, `/api/waiting-list/${id}/end?key=${key}`);
  },

  'POST /api/manage/bulk-edits': async (world) => {
    const specimens = [await piece(world)];
    const change = { kind: 'price', direction: 'raise', by: 'percent', value: '10', round: 'cent' };
    return () => world.admin.post('/api/manage/bulk-edits', { specimens, change });
  },
  'POST /api/manage/bulk-edits/:id/apply': async (world) => {
    const { id } = await bulk(world);
    return () => world.admin.post(`/api/manage/bulk-edits/${id}/apply`);
  },
  'POST /api/manage/bulk-edits/:id/undo': async (world) => {
    const { id } = await bulk(world);
    await ok(world.admin.post(`/api/manage/bulk-edits/${id}/apply`));
    return () => world.admin.post(`/api/manage/bulk-edits/${id}/undo`);
  },
  'POST /api/manage/species': async (world) => {
    const { values } = await species(world, 'quartz', { synonyms: [], formula: 'NaCl' });
    const body = { name: `Druseite ${++counter}`, of: null, values, source: '' };
    return () => world.admin.post('/api/manage/species', body);
  },
  'PUT /api/manage/species/:slug': async (world) => {
    const body = await species(world, 'quartz', { streak: 'Gray' });
    return () => world.admin.put('/api/manage/species/quartz', body);
  },
  'DELETE /api/manage/species/:slug': async (world) => {
    const body = await species(world, 'quartz', { streak: 'Black' });
    await ok(world.admin.put('/api/manage/species/quartz', body));
    return () => world.admin.delete('/api/manage/species/quartz');
  },
  'POST /api/mails/:id/send': async (world) => {
    const { id } = await order(world);
    const [mail] = (await ok<OrderDetail>(world.admin.get(`/api/manage/orders/${id}`))).mails;
    return () => world.admin.post(`/api/mails/${mail?.id}/send`);
  },
  'POST /api/manage/imports/:id/undo': async (world) => {
    const sheet = `title,category,picture 1\nUndone ${++counter},Minerals,one.jpg\n`;
    await reportOf(
      world.admin,
      await zipOf({ 'specimens.csv': sheet, 'one.jpg': await smallJpeg(80 + counter, 51) }),
    );
    const { id } = await world.shop.ctx.db
      .selectFrom('sheet_imports')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return () => world.admin.post(`/api/manage/imports/${id}/undo`, {});
  },
  'POST /api/manage/payments': async (world) => {
    const { id } = await order(world);
    const payments = [{ paymentId: `V-${id}`, orderId: id }];
    return () => world.admin.post('/api/manage/payments', { payments });
  },
  'POST /api/manage/show/holds/:id/release': async (world) => {
    const id = await sell(world, { status: 'pending', customerName: 'Bo' });
    return () => world.admin.post(`/api/manage/show/holds/${id}/release`, {});
  },
  'POST /api/manage/show/sales/:id/receipt': async (world) => {
    const id = await sell(world);
    const body = { email: 'bo@caller.example', key: 'a' };
    return () => world.admin.post(`/api/manage/show/sales/${id}/receipt`, body);
  },
  'POST /api/manage/old-addresses':
    async ({ admin }) =>
    () =>
      admin.request({
        method: 'POST',
        url: '/api/manage/old-addresses',
        payload: Buffer.from('Redirect from,Redirect to\n/old/one,N-1\n'),
        headers: { 'content-type': 'text/csv' },
      }),
  'DELETE /api/manage/old-addresses':
    async ({ admin }) =>
    () =>
      admin.delete('/api/manage/old-addresses'),
  'DELETE /api/manage/demo':
    async ({ admin }) =>
    () =>
      admin.delete('/api/manage/demo'),
  'POST /api/manage/label-sheets':
    async ({ admin }) =>
    () =>
      admin.post('/api/manage/label-sheets', { count: 2 }),
  'POST /api/manage/invoices': async (world) => {
    const { id } = await order(world, 'paid');
    await ok(world.admin.put('/api/settings/paper', { sellerAddress: '12 Vein Street' }));
    return () => world.admin.post('/api/manage/invoices', { orders: [id] });
  },
  'POST /api/manage/intakes':
    async ({ admin }) =>
    () =>
      admin.post('/api/manage/intakes', {}),
  'DELETE /api/manage/intakes/:id': async (world) => {
    const { id } = await ok<{ id: number }>(world.admin.post('/api/manage/intakes', {}));
    return () => world.admin.delete(`/api/manage/intakes/${id}`);
  },
  'POST /api/manage/import': async ({ admin }) => {
    const sheet = 'title,category,price,picture 1\nImported,Minerals,40,one.jpg\n';
    const file = await zipOf({ 'specimens.csv': sheet, 'one.jpg': await smallJpeg(77, 51) });
    return () =>
      admin.request({
        method: 'POST',
        url: '/api/manage/import',
        payload: Buffer.from(file),
        headers: { 'content-type': 'application/zip' },
      });
  },

  'POST /api/auth/login': async ({ shop }) => {
    const { adminUser: username, adminPassword: password } = shop.ctx.config;
    return () => shop.visitor().post('/api/auth/login', { username, password });
  },
  'POST /api/auth/logout': async ({ shop }) => {
    const other = await shop.admin();
    return () => other.post('/api/auth/logout');
  },
  'POST /api/auth/confirm':
    async ({ admin, shop }) =>
    () =>
      admin.post('/api/auth/confirm', { password: shop.ctx.config.adminPassword }),
  'DELETE /api/auth/sessions/:id': async ({ admin, shop }) => {
    await shop.admin();
    const sessions = await ok<{ id: string; isCurrent: boolean }[]>(
      admin.get('/api/auth/sessions'),
    );
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    return () => admin.delete(`/api/auth/sessions/${other?.id}`);
  },
  'DELETE /api/auth/sessions':
    async ({ admin }) =>
    () =>
      admin.delete('/api/auth/sessions'),
  'POST /api/manage/clock':
    async ({ admin }) =>
    () =>
      admin.post('/api/manage/clock'),
  'POST /api/manage/first-steps/:step/skip':
    async ({ admin }) =>
    () =>
      admin.post('/api/manage/first-steps/email/skip'),

  'PUT /api/settings/about': setting('about', { title: 'Who we are' }),
  'PUT /api/settings/featured_collections': setting('featured_collections', {
    sectionTitle: 'Picks',
  }),
  'PUT /api/settings/footer_links': setting('footer_links', { copyrightText: 'Druse & Co.' }),
  'PUT /api/settings/social_links': setting('social_links', [
    {
      platform: 'instagram',
      url: 'https://instagram.example/vug',
      icon: 'instagram',
      enabled: true,
    },
  ] as never),
  'PUT /api/settings/size_classes': setting('size_classes', { thumbnail: 25 }),
  'PUT /api/settings/paper': setting('paper', { sellerName: 'Vug & Sons' }),
  'PUT /api/settings/gallery': setting('gallery', { itemsPerPage: 9 }),
  'PUT /api/settings/general': setting('general', { siteTitle: 'Vug' }),
  'PUT /api/settings/hero': setting('hero', { title: 'Look closer' }),
  'PUT /api/settings/legal': setting('legal', { shipping: 'Within a week.' }),
  'PUT /api/settings/new_versions': setting('new_versions', { announcedAt: '' }),
  'PUT /api/settings/orders': setting('orders', { holdHours: 48 }),
  'PUT /api/settings/section_visibility': setting('section_visibility', { about: false }),
  'PUT /api/settings/shipping_rule': setting('shipping_rule', { charge: 'dearest' }),
  'PUT /api/settings/venmo_settings': setting('venmo_settings', {
    venmoUsername: 'vug',
    paymentInstructions: 'Name the order.',
    enabled: true,
  }),
};
