import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import type { Invoices, PrintedOrders, SpecimenLabels } from '#features/paper/contract/paper.ts';
import { type Browser, makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { cartBody, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let second: Awaited<ReturnType<typeof makeSecondApp>>;
  let others: Browser[];

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
    second = await makeSecondApp(database);
    others = second ? [admin, await second.admin()] : [admin];
    await setAddress('12 Vein Street\nButte, MT');
  });
  afterAll(async () => {
    await second?.close();
    await shop.app.close();
    await database.close();
  });

  async function setAddress(sellerAddress: string): Promise<void> {
    const { paper } = (await admin.get('/api/settings')).json();
    const response = await admin.put('/api/settings/paper', { ...paper, sellerAddress });
    expect(response.statusCode, response.body).toBe(200);
  }
  async function orders(count: number, status = 'paid'): Promise<number[]> {
    const ids: number[] = [];
    for (const specimen of await addSpecimens(
      shop.ctx,
      Array.from({ length: count }, () => ({})),
    )) {
      const body = { ...directBody(specimen), customerEmail: `buyer-${specimen}@paper.example` };
      const placed = await shop.visitor().post('/api/orders', body);
      expect(placed.statusCode, placed.body).toBe(201);
      const { id } = placed.json().order;
      if (status !== 'pending') await admin.put(`/api/orders/${id}/status`, { status });
      ids.push(id);
    }
    return ids;
  }
  const make = async (ids: number[], browser = admin): Promise<Invoices> => {
    const response = await browser.post('/api/manage/invoices', { orders: ids });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const read = async (ids: number[]): Promise<Invoices> =>
    (await admin.get(`/api/manage/invoices?orders=${ids}`)).json();

  test('invoices are numbered without a gap, however many are made at once, and keep their number', async () => {
    const [pending = 0] = await orders(1, 'pending');
    const paid = await orders(6);
    expect((await read(paid)).missing.map(({ orderId, refusal }) => [orderId, refusal])).toEqual(
      paid.map((id) => [id, null]),
    );

    // Every order several times, in every process, in either sequence, and one that is not paid among them.
    const rounds = [0, 1, 2, 3].map((n) =>
      make([pending, ...(n % 2 ? paid : paid.toReversed())], others[n % others.length]),
    );
    const reports = await Promise.all(rounds);
    for (const { invoices, missing } of reports) {
      expect(invoices.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(missing).toEqual([
        {
          orderId: pending,
          refusal: `Order #${pending} is pending. Invoices and certificates need a paid order.`,
        },
      ]);
    }
    const { invoices } = await read(paid);
    expect(
      new Set(
        reports.flatMap((report) =>
          report.invoices.map(({ number, order }) => `${order.id}: ${number}`),
        ),
      ).size,
    ).toBe(6);
    const { history } = (await admin.get(`/api/manage/orders/${paid[0]}`)).json();
    expect(history.map(({ text }: { text: string }) => text)).toContain(
      `Invoice ${invoices[0]?.number} was made.`,
    );

    const last = invoices.find(({ number }) => number === 6)?.order.id ?? 0;
    const refused = await admin.delete(`/api/orders/${last}`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Order #${last} has invoice 6, which you must keep. Cancel the order instead.`,
    ]);
    expect((await admin.get(`/api/manage/orders/${last}`)).json().deletionRefusal).toBe(
      refused.json().message,
    );

    // An invoice names the buyer.
    const [erased = 0, next = 0] = await orders(2);
    expect((await admin.post(`/api/manage/orders/${erased}/erase`, {})).statusCode).toBe(200);
    const { invoices: made, missing } = await make([last, erased, next]);
    expect(made.map(({ number, order }) => [number, order.id])).toEqual([
      [6, last],
      [7, next],
    ]);
    expect(missing).toEqual([
      { orderId: erased, refusal: `The personal data of order #${erased} has been erased.` },
    ]);
  });

  test('each refund of an order with an invoice has one credit note, however often it is asked for', async () => {
    const [id = 0, other = 0] = await orders(2);
    const give = async (receivedAmount: string, amount: string) =>
      admin.post(`/api/manage/orders/${id}/refunds`, {
        receivedAmount,
        amount,
        method: 'Venmo',
        writesToBuyer: false,
      });
    const credit = async (ids: number[], browser = admin): Promise<Invoices> => {
      const response = await browser.post('/api/manage/credit-notes', { orders: ids });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    await give('110.00', '30');
    expect(await credit([id, other])).toMatchObject({ creditNotes: [], uncredited: [] });
    const [invoice] = (await make([id, other])).invoices;
    expect((await read([id])).uncredited).toEqual([id]);
    await Promise.all([0, 1, 2].map((n) => credit([id], others[n % others.length])));
    await give('80.00', '80');
    const { creditNotes, uncredited } = await credit([other, id]);
    expect(uncredited).toEqual([]);
    expect(
      creditNotes.map(({ number, invoiceNumber, amount, method, order }) => [
        number,
        invoiceNumber,
        amount,
        method,
        order.id,
      ]),
    ).toEqual([
      [1, invoice?.number, '30.00', 'Venmo', id],
      [2, invoice?.number, '80.00', 'Venmo', id],
    ]);
    expect(
      (await read([id])).invoices.map(({ number, issuedAt, seller }) => ({
        number,
        issuedAt,
        seller,
      })),
    ).toEqual([{ number: invoice?.number, issuedAt: invoice?.issuedAt, seller: invoice?.seller }]);
    const { history } = (await admin.get(`/api/manage/orders/${id}`)).json();
    expect(history.map(({ text }: { text: string }) => text)).toContain(
      `Credit note 1 for invoice ${invoice?.number} was made.`,
    );
    expect(
      (await shop.visitor().post('/api/manage/credit-notes', { orders: [id] })).statusCode,
    ).toBe(401);
  });

  test('a counter-note takes back the credit note of a refund that is corrected or removed', async () => {
    const [id = 0] = await orders(1);
    await make([id]);
    const refund = { receivedAmount: '110.00', amount: '80', method: 'Venmo' };
    await admin.post(`/api/manage/orders/${id}/refunds`, { ...refund, writesToBuyer: false });
    const credit = () => admin.post('/api/manage/credit-notes', { orders: [id] });
    await credit();
    const detail = async () => (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
    const row = (await detail()).money.find(({ kind }) => kind === 'refund')?.id;
    const path = `/api/manage/orders/${id}/money/${row}`;
    const correct = (payload: object) => admin.request({ method: 'PATCH', url: path, payload });

    expect((await correct({ note: 'half' })).statusCode).toBe(200);
    expect((await read([id])).creditNotes).toHaveLength(1);
    expect((await correct({ amount: '8' })).statusCode).toBe(200);
    const corrected = await read([id]);
    const [issued] = corrected.creditNotes;
    expect(corrected.uncredited).toEqual([id]);
    await credit();
    await credit();
    await admin.delete(path);
    const papers = (await read([id])).creditNotes.map((note) => ({
      number: note.number - (issued?.number ?? 0),
      counters: note.counters === null ? null : note.counters - (issued?.number ?? 0),
      amount: note.amount,
      method: note.method,
      endsInvoice: note.endsInvoice,
    }));
    const venmo = { method: 'Venmo', endsInvoice: false };
    const taken = { method: null, endsInvoice: false };
    expect(papers).toEqual([
      { number: 0, counters: null, amount: '80.00', ...venmo },
      { number: 1, counters: 0, amount: '80.00', ...taken },
      { number: 2, counters: null, amount: '8.00', ...venmo },
      { number: 3, counters: 2, amount: '8.00', ...taken },
    ]);
    expect((await read([id])).uncredited).toEqual([]);
    expect((await detail()).history.map(({ text }) => text)).toContain(
      `Counter-note ${(issued?.number ?? 0) + 1} took back credit note ${issued?.number}.`,
    );
  });

  test('an order that has changed keeps its invoice, which a credit note ends, and gets a new one', async () => {
    const ids = await addSpecimens(shop.ctx, [
      { title: 'Azurite' },
      { title: 'Beryl', price: '80.00' },
    ]);
    const body = cartBody(ids.map((specimenId) => ({ specimenId, quantity: 1 })));
    const { id } = (await shop.visitor().post('/api/orders', body)).json().order;
    await admin.put(`/api/orders/${id}/status`, { status: 'paid' });
    const [first] = (await make([id])).invoices;
    expect(first?.order.totalAmount).toBe('200.00');
    const { contentsVersion: version, lines } = (
      await admin.get(`/api/manage/orders/${id}`)
    ).json<OrderDetail>();
    const remaining = lines
      .slice(0, 1)
      .map((line) => ({ id: line.id, price: line.price, quantity: 1 }));
    await admin.post(`/api/manage/orders/${id}/change`, { version, lines: remaining });
    await admin.post(`/api/manage/orders/${id}/refunds`, {
      receivedAmount: '200.00',
      amount: '100',
      method: 'Venmo',
    });

    const changed = await read([id]);
    expect(changed).toMatchObject({
      outdated: [{ orderId: id, number: first?.number }],
      missing: [],
    });
    expect(changed.invoices[0]?.order).toMatchObject({
      totalAmount: '200.00',
      lines: [{ title: 'Azurite' }, { title: 'Beryl' }],
    });
    const correct = async (browser = admin): Promise<Invoices> =>
      (await browser.post('/api/manage/invoice-corrections', { orders: [id] })).json();
    const [corrected] = await Promise.all([0, 1, 2].map((n) => correct(others[n % others.length])));
    const after = await read([id]);
    expect(corrected?.outdated).toEqual([]);
    expect(after.invoices.map(({ order }) => [order.totalAmount, order.lines.length])).toEqual([
      ['200.00', 2],
      ['110.00', 1],
    ]);
    // Of the refund of 100 only what was not received beyond the total corrects the new invoice.
    expect(after.uncredited).toEqual([id]);
    const { creditNotes, uncredited } = (
      await admin.post('/api/manage/credit-notes', { orders: [id] })
    ).json<Invoices>();
    expect(
      creditNotes.map(({ invoiceNumber, amount, endsInvoice }) => [
        invoiceNumber,
        amount,
        endsInvoice,
      ]),
    ).toEqual([
      [first?.number, '200.00', true],
      [after.invoices[1]?.number, '10.00', false],
    ]);
    expect(uncredited).toEqual([]);
    const cents = (amounts: string[]) =>
      amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
    const billed =
      cents(after.invoices.map(({ order }) => order.totalAmount)) -
      cents(creditNotes.map(({ amount }) => amount));
    const { receivedAmount } = (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
    expect(billed).toBe(cents([receivedAmount]));
  });

  test('a corrected address offers a new invoice, and an order that is not paid in full gets none', async () => {
    const [id = 0] = await orders(1);
    const [first] = (await make([id])).invoices;
    await admin.request({
      method: 'PATCH',
      url: `/api/orders/${id}`,
      payload: { customerAddress: '9 Other Road, Butte' },
    });
    expect((await read([id])).outdated).toEqual([{ orderId: id, number: first?.number }]);
    const corrected = (
      await admin.post('/api/manage/invoice-corrections', { orders: [id] })
    ).json<Invoices>();
    expect(corrected.invoices.map(({ order }) => order.customerAddress)).toEqual([
      '1 Quarry Road, Butte',
      '9 Other Road, Butte',
    ]);
    const [due = 0] = await orders(1);
    const { money } = (await admin.get(`/api/manage/orders/${due}`)).json<OrderDetail>();
    await admin.request({
      method: 'DELETE',
      url: `/api/manage/orders/${due}/money/${money[0]?.id}`,
    });
    expect((await make([due])).missing[0]?.refusal).toBe(
      `$110.00 of order #${due} isn’t noted as received. Its invoice says “Paid in full”.`,
    );
  });

  test('an invoice that was credited in part is ended by a credit note of the rest alone', async () => {
    const [id = 0] = await orders(1);
    const [first] = (await make([id])).invoices;
    await admin.post(`/api/manage/orders/${id}/refunds`, {
      receivedAmount: '110.00',
      amount: '30',
      method: 'Venmo',
    });
    await admin.post('/api/manage/credit-notes', { orders: [id] });
    await admin.request({
      method: 'PATCH',
      url: `/api/orders/${id}`,
      payload: { customerAddress: '9 Other Road, Butte' },
    });
    await admin.post('/api/manage/invoice-corrections', { orders: [id] });
    const { creditNotes } = await read([id]);
    expect(
      creditNotes
        .filter(({ invoiceNumber }) => invoiceNumber === first?.number)
        .map(({ amount, endsInvoice }) => [amount, endsInvoice]),
    ).toEqual([
      ['30.00', false],
      ['80.00', true],
    ]);
  });

  test('a refunded order is deleted with its money, and one with an invoice is not deleted', async () => {
    const [billed = 0, plain = 0] = await orders(2);
    await make([billed]);
    for (const id of [billed, plain])
      await admin.post(`/api/manage/orders/${id}/refunds`, {
        receivedAmount: '110.00',
        amount: '30',
        method: 'Venmo',
      });
    const moneyOf = async (id: number) => {
      const rows = await shop.ctx.db
        .selectFrom('order_money')
        .select('kind')
        .where('order_id', '=', id)
        .execute();
      if (!hasFeature('ledger')) return [rows.length, rows.length];
      const ledger = (await admin.get('/api/manage/ledger'))
        .json<{ rows: { orderId: number }[] }>()
        .rows.filter(({ orderId }) => orderId === id);
      return [rows.length, ledger.length];
    };
    for (const id of [billed, plain]) expect(await moneyOf(id)).toEqual([2, 2]);
    expect((await admin.delete(`/api/orders/${plain}`)).statusCode).toBe(204);
    expect((await admin.delete(`/api/orders/${billed}`)).json()).toMatchObject({
      code: 'state_conflict',
    });
    expect([await moneyOf(plain), await moneyOf(billed)]).toEqual([
      [0, 0],
      [2, 2],
    ]);
  });

  test('without the seller’s mailing address no invoice is made, and its number is not used up', async () => {
    const [first = 0, second = 0] = await orders(2);
    const [before] = (await make([first])).invoices;
    await setAddress(' ');
    const refused = await make([second]);
    expect([refused.invoices, refused.missing]).toEqual([
      [],
      [
        {
          orderId: second,
          refusal:
            'An invoice needs your mailing address. Enter it in Settings, under Paper, then make the invoice.',
        },
      ],
    ]);
    expect((await read([first])).invoices).toHaveLength(1);
    await setAddress('12 Vein Street\nButte, MT');
    const [after] = (await make([second])).invoices;
    expect(after?.number).toBe((before?.number ?? 0) + 1);
  });

  test('an invoice names the seller as the settings did when it was made', async () => {
    const seller = {
      sellerName: 'Druse Minerals LLC',
      sellerAddress: '12 Vein Street\nButte, MT',
      taxId: 'EIN 12-3456789',
    };
    const paper = { size: 'a4', ...seller, invoiceFooter: 'Thank you.', codeWord: '' };
    expect((await shop.visitor().get('/api/settings/paper')).statusCode).toBe(401);
    expect((await admin.put('/api/settings/paper', paper)).statusCode).toBe(200);
    const [id = 0] = await orders(1);
    await make([id]);
    expect(
      (await admin.put('/api/settings/paper', { ...paper, sellerName: 'Another Name' })).statusCode,
    ).toBe(200);
    const [invoice] = (await make([id])).invoices;
    expect(invoice?.seller).toEqual({
      name: 'Druse Minerals LLC',
      address: '12 Vein Street\nButte, MT',
      taxId: 'EIN 12-3456789',
      email: 'hello@druse.example',
      footer: 'Thank you.',
    });
    const slips = (await admin.get(`/api/manage/slips?orders=${id},2147483647`)).json();
    expect(slips.orders.map((order: { id: number }) => order.id)).toEqual([id]);
    for (const path of ['slips?orders=1', 'invoices?orders=1', 'labels'])
      expect((await shop.visitor().get(`/api/manage/${path}`)).statusCode).toBe(401);
  });

  test('the years that invoices keep their buyers are a whole number', async () => {
    const current = (await admin.get('/api/settings/paper')).json();
    expect(current.invoiceYears).toBe(7);
    const save = async (invoiceYears: number) =>
      (await admin.put('/api/settings/paper', { ...current, invoiceYears })).statusCode;
    expect([await save(10), await save(31), await save(1.5), await save(7)]).toEqual([
      200, 400, 400, 200,
    ]);
  });

  test('slips and invoices are of the orders named or listed, at most a hundred', async () => {
    const [first = 0, last = 0] = await orders(2, 'paid');
    for (const id of [first, last])
      await admin.put(`/api/orders/${id}/status`, { status: 'shipped' });
    const slips = async (query: string): Promise<PrintedOrders> =>
      (await admin.get(`/api/manage/slips?${query}`)).json();
    const shipped = await slips('filter=shipped');
    expect([shipped.orders.map(({ id }) => id), shipped.total]).toEqual([[last, first], 2]);
    const invoices: Invoices = (
      await admin.get(`/api/manage/invoices?filter=shipped&search=%23${first}`)
    ).json();
    expect(invoices).toMatchObject({
      invoices: [],
      missing: [{ orderId: first, refusal: null }],
      total: 1,
    });

    const at = shop.ctx.clock.now().toISOString();
    const buyer = {
      customer_name: '',
      customer_email: '',
      customer_address: '',
      access_key: '',
      ip_address: '',
    };
    const row = {
      ...buyer,
      kind: 'cart',
      status: 'cancelled',
      subtotal_cents: 0,
      shipping_cents: 0,
      total_cents: 0,
    } as const;
    const rows = Array.from({ length: 101 }, () => ({ ...row, created_at: at, updated_at: at }));
    await database.db.insertInto('orders').values(rows).execute();
    const cancelled = await slips('filter=cancelled');
    expect([cancelled.orders.length, cancelled.total]).toEqual([100, 101]);
    expect(cancelled.orders[0]?.id).toBe(last + 101);
  });

  test('labels are those of the specimens named or listed, with number and price in code', async () => {
    const [one = 0, two = 0] = await addSpecimens(shop.ctx, [
      {
        title: 'Vanadinite label',
        origin: 'Mibladen, Morocco',
        dimensions: '6.2 x 4.1 cm',
        price: '1250.00',
        visible: false,
        species: ['Galena', 'a black crust'],
        locality: ['ACF Mine', 'Mibladen', 'Morocco'],
      },
      { title: 'Wulfenite label', price: null },
    ]);
    await database.db
      .insertInto('import_references')
      .values({ kind: 'specimen', reference: 'MIB-7', target_id: one })
      .execute();
    const labels = async (query: string): Promise<SpecimenLabels> =>
      (await admin.get(`/api/manage/labels?${query}`)).json();

    const named = await labels(`specimens=${two},${one}`);
    expect(named.hasCodeWord).toBe(false);
    expect(
      named.labels.map(({ specimenId, catalogueNumber, priceCode }) => [
        specimenId,
        catalogueNumber,
        priceCode,
      ]),
    ).toEqual([
      [two, `#${two}`, null],
      [one, 'MIB-7', null],
    ]);
    const current = (await admin.get('/api/settings/paper')).json();
    expect(
      (await admin.put('/api/settings/paper', { ...current, codeWord: 'BLACKHORSES' })).statusCode,
    ).toBe(400);
    expect(
      (await admin.put('/api/settings/paper', { ...current, codeWord: 'BlackHorse' })).statusCode,
    ).toBe(200);
    const hidden = await labels('visibility=hidden&search=label');
    expect(hidden).toMatchObject({ total: 1, hasCodeWord: true });
    expect(hidden.labels).toEqual([
      {
        specimenId: one,
        title: 'Vanadinite label',
        locality: 'ACF Mine, Mibladen, Morocco',
        dimensions: '6.2 x 4.1 cm',
        species: [
          {
            name: 'Galena',
            formula: { parts: [{ text: 'PbS', isSubscript: false }], spoken: 'lead, sulfur' },
          },
          { name: 'a black crust', formula: null },
        ],
        sizeClass: 'small-cabinet',
        catalogueNumber: 'MIB-7',
        priceCode: 'BLKE',
        url: `http://localhost:3000/specimen/${one}`,
      },
    ]);
    // More than one page of Manage.
    await addSpecimens(
      shop.ctx,
      Array.from({ length: 13 }, () => ({ title: 'Thirteen' })),
    );
    expect((await labels('search=Thirteen')).labels).toHaveLength(13);
  });

  test('an invoice keeps its buyer for the years of the setting, also after erasing', async () => {
    const [id = 0] = await orders(1);
    await make([id]);
    expect((await admin.post(`/api/manage/orders/${id}/erase`, {})).statusCode).toBe(200);
    const buyer = async () => {
      const { customerName, customerEmail, customerAddress } =
        (await read([id])).invoices[0]?.order ?? {};
      return [customerName, customerEmail, customerAddress];
    };
    const cleanUp = () => clearOldIpAddresses(shop.ctx, () => false);
    await cleanUp();
    expect(await buyer()).toEqual(['Ada Buyer', '', '1 Quarry Road, Butte']);
    expect((await admin.get(`/api/manage/orders/${id}`)).json()).toMatchObject({
      customerName: 'Erased',
    });
    shop.clock.forward({ days: 7 * 365 });
    admin = await shop.admin();
    await cleanUp();
    expect((await buyer())[0]).toBe('Ada Buyer');
    shop.clock.forward({ days: 3 });
    await cleanUp();
    expect((await buyer())[0]).toBe('Erased');
    expect(await buyer()).not.toContain('1 Quarry Road, Butte');
    const stored = await database.db
      .selectFrom('invoices')
      .select(['buyer_name', 'buyer_address'])
      .where('order_id', '=', id)
      .execute();
    expect(stored).toEqual([{ buyer_name: null, buyer_address: null }]);
  });
});
