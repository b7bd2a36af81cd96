import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProblemBody } from '#core/contract/problems.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { selectMoney } from '#core/server/selling/orders/order-money.queries.ts';
import type { PaymentResults, StatementReport } from '#features/statements/contract/payments.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { placeOrder } from '#tests/support/mails.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { venmoStatement } from '#tests/support/statements.ts';
import { readStatement } from './payments.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  beforeEach(async () => {
    for (const table of ['used_payments', 'orders', 'specimens', 'site_settings'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const send = (payload: string | Buffer, type = 'text/csv', browser = admin) =>
    browser.request({
      method: 'POST',
      url: '/api/manage/payments/statement',
      payload,
      headers: { 'content-type': type },
    });
  const read = async (payload: string): Promise<StatementReport> => {
    const response = await send(payload);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const confirm = async (
    ...payments: {
      paymentId: string;
      orderId: number;
      fee?: string;
      amount?: string;
      from?: string;
    }[]
  ) => (await admin.post('/api/manage/payments', { payments })).json<PaymentResults>().results;
  const detail = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const note = (id: number, venmoPaymentId: string | null) =>
    admin.request({ method: 'PATCH', url: `/api/orders/${id}`, payload: { venmoPaymentId } });
  const amount = '+ $110.00';

  test('others have their turn while a large statement is read', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      id: `90${index}`,
      note: `Order #${index}, ${'with thanks '.repeat(20)}`,
      from: 'Somebody',
      amount,
    }));
    const statement = venmoStatement(rows);
    let isOver = false;
    let turns = 0;
    const others = () => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    others();
    const report = await readStatement(shop.ctx, Buffer.from(statement));
    isOver = true;
    expect(report).toMatchObject({ lines: 5_002 });
    // One for each sixteen kilobytes at the least.
    expect(turns).toBeGreaterThan(statement.length / 16_384);
  });

  test('a row of thousands of columns is refused before it is looked through', async () => {
    const response = await send(`${'a,'.repeat(5_000)}b\n`);
    expect(response.statusCode).toBe(422);
    expect(response.json().message).toContain('more than 1,024 columns');
  });

  test('proposes and writes nothing, marks as paid what is confirmed, and uses no payment twice', async () => {
    const [ada, bob] = [
      await placeOrder(shop),
      await placeOrder(shop, { customerName: 'Bob Buyer', customerEmail: 'bob@buyer.example' }),
    ];
    const statement = venmoStatement([
      { id: '901', note: `Order #${ada.id}`, from: 'Somebody', amount },
      { id: '902', note: '💎', from: 'Somebody', amount },
      { id: '903', note: 'rent', from: 'Secret Neighbour', amount: '+ $800.00' },
    ]);
    const report = await read(statement);
    expect(report).toMatchObject({
      columns: { paymentId: 'ID', amount: 'Amount (total)' },
      lines: 5,
      late: [],
      unclearCount: 1,
      sure: [
        {
          payment: { paymentId: '901', amount },
          order: { id: ada.id, totalAmount: '110.00', titles: ['Amethyst'], refusal: null },
        },
      ],
      unclear: [
        {
          payment: { paymentId: '902' },
          orders: [{ id: bob.id }],
          reason: expect.stringMatching(/Only the amount matches/),
        },
      ],
      leftOut: [
        { reason: 'Account rows without a payment ID', count: 2 },
        { reason: 'Not for an order of the shop', count: 1 },
      ],
    });
    expect(JSON.stringify(report)).not.toContain('Secret Neighbour');
    expect(await detail(ada.id)).toMatchObject({ status: 'pending', venmoPaymentId: null });

    expect(
      await confirm(
        { paymentId: '901', orderId: ada.id },
        { paymentId: '901', orderId: bob.id },
        { paymentId: '9', orderId: 2_000_000 },
      ),
    ).toEqual([
      { paymentId: '901', orderId: ada.id, isPaid: true, message: `Order #${ada.id} is paid.` },
      {
        paymentId: '901',
        orderId: bob.id,
        isPaid: false,
        message: 'This payment already belongs to an order. Nothing was changed.',
      },
      {
        paymentId: '9',
        orderId: 2_000_000,
        isPaid: false,
        message: 'Order #2000000 no longer exists.',
      },
    ]);
    const paid = await detail(ada.id);
    expect(paid).toMatchObject({ status: 'paid', venmoPaymentId: '901' });
    expect(paid.mails.map(({ kind }) => kind)).toContain('order_paid');
    expect(paid.history.map(({ text }) => text)).toContain(
      'The payment was matched from a statement.',
    );
    expect((await detail(bob.id)).status).toBe('pending');
    expect(await confirm({ paymentId: '904', orderId: ada.id })).toMatchObject([
      { isPaid: false, message: `Order #${ada.id} is already paid.` },
    ]);

    const again = await read(statement);
    expect(again.sure).toEqual([]);
    expect(again.leftOut).toContainEqual({ reason: 'Already recorded on an order', count: 1 });
    expect(await auditBooks(database.db)).toEqual([]);
  });

  const BUSINESS =
    'Transaction ID,Date,Time (UTC),Type,Status,Note,From,To,Amount (total),Amount (tip),Amount (tax),Amount (net),Amount (fee)';
  const onBusiness = (id: string, note: string) =>
    [
      BUSINESS,
      `${id},11/21/2026,10:15:00,Payment,Complete,${note},Ada Buyer,The Shop,+ $110.00,0,0,+ $107.71,- $2.29`,
    ].join('\n');

  test('knows the statement of a business profile, and notes the fee with the payment', async () => {
    const order = await placeOrder(shop);
    const report = await read(onBusiness('901', `#${order.id}`));
    expect(report).toMatchObject({
      columns: {
        paymentId: 'Transaction ID',
        paidAt: 'Date',
        time: 'Time (UTC)',
        amount: 'Amount (total)',
        fee: 'Amount (fee)',
      },
      sure: [
        {
          payment: { paymentId: '901', paidAt: '11/21/2026 10:15:00', fee: '2.29' },
          order: { id: order.id },
        },
      ],
    });
    expect(await confirm({ paymentId: '901', orderId: order.id, fee: '2.29' })).toMatchObject([
      { isPaid: true },
    ]);
    expect((await detail(order.id)).history.map(({ text }) => text)).toContain(
      'The payment was matched from a statement. Its fee was $2.29.',
    );
    const money = async () =>
      (await selectMoney(shop.ctx.db, [order.id])).map(({ kind, amount_cents }) => [
        kind,
        amount_cents,
      ]);
    expect(await money()).toEqual([
      ['payment', 11_000],
      ['fee', 229],
    ]);
    // Matching it again notes nothing. Once the status is undone, it can be matched again, with one fee.
    expect(await confirm({ paymentId: '901', orderId: order.id, fee: '2.29' })).toMatchObject([
      { isPaid: false },
    ]);
    expect(await money()).toHaveLength(2);
    await admin.put(`/api/orders/${order.id}/status`, { status: 'pending' });
    expect(await money()).toEqual([]);
    expect(await read(onBusiness('901', `#${order.id}`))).toMatchObject({
      sure: [{ order: { id: order.id } }],
    });
    expect(await confirm({ paymentId: '901', orderId: order.id, fee: '2.29' })).toMatchObject([
      { isPaid: true },
    ]);
    expect(await money()).toEqual([
      ['payment', 11_000],
      ['fee', 229],
    ]);
    expect((await confirm({ paymentId: '902', orderId: order.id, fee: '999' }))[0]).toMatchObject({
      isPaid: false,
    });
    expect(
      (
        await admin.post('/api/manage/payments', {
          payments: [{ paymentId: '1', orderId: 1, fee: 'free' }],
        })
      ).statusCode,
    ).toBe(400);
  });

  test('counts what was paid where a statement has only what is left after the fee', async () => {
    const order = await placeOrder(shop);
    const statement = onBusiness('902', `#${order.id}`).replace('Amount (total)', 'Amount (gross)');
    expect(await read(statement)).toMatchObject({
      columns: { amount: 'Amount (net)' },
      sure: [{ payment: { paymentId: '902', amount: '110.00', fee: '2.29' } }],
    });
  });

  test.each([
    ['utf16le', [0xff, 0xfe]],
    ['utf16be', [0xfe, 0xff]],
  ] as const)('reads a statement in %s', async (encoding, mark) => {
    const order = await placeOrder(shop, { customerName: 'Zoë Søder' });
    const text = Buffer.from(onBusiness('903', `#${order.id} für Zoë`), 'utf16le');
    const file = Buffer.concat([Buffer.from(mark), encoding === 'utf16le' ? text : text.swap16()]);
    const report = (await send(file)).json<StatementReport>();
    expect(report.sure).toMatchObject([{ payment: { note: `#${order.id} für Zoë` } }]);
    // Half a letter.
    expect((await send(Buffer.concat([file, Buffer.from([0x41])]))).statusCode).toBe(422);
  });

  test('says of a cancelled order whether its piece is still free, and sells it only then', async () => {
    const [free, gone] = [await placeOrder(shop), await placeOrder(shop)];
    for (const { id } of [free, gone])
      await admin.put(`/api/orders/${id}/status`, { status: 'cancelled' });
    const other = await shop.visitor().post('/api/orders', {
      ...directBody(gone.lines[0]?.specimenId ?? 0),
      customerName: 'Xaver',
      venmoUsername: '@xaver',
      customerEmail: 'x@buyer.example',
    });
    expect(other.statusCode).toBe(201);
    const late = (
      await read(
        venmoStatement([free, gone].map(({ id }) => ({ id: `p${id}`, note: `#${id}`, amount }))),
      )
    ).late;
    expect(late.map(({ order: { id, status, refusal } }) => ({ id, status, refusal }))).toEqual([
      { id: free.id, status: 'cancelled', refusal: null },
      {
        id: gone.id,
        status: 'cancelled',
        refusal: `“Amethyst” is in order #${other.json().order.id}.`,
      },
    ]);
    expect(
      await confirm(...[free, gone].map(({ id }) => ({ paymentId: `p${id}`, orderId: id }))),
    ).toMatchObject([
      { isPaid: true },
      { isPaid: false, message: expect.stringContaining(`is in order #${other.json().order.id}`) },
    ]);
    // What was refused can be used.
    expect(
      (await read(venmoStatement([{ id: `p${gone.id}`, note: `#${gone.id}`, amount }]))).late,
    ).toHaveLength(1);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('knows a payment again that was typed by hand, whose order was erased or deleted', async () => {
    const orders = [
      await placeOrder(shop),
      await placeOrder(shop),
      await placeOrder(shop),
      await placeOrder(shop),
    ];
    const ids = orders.map(({ id }) => `hand-${id}`);
    for (const { id } of orders) await note(id, `hand-${id}`);
    const [typed = 0, erased, deleted, corrected = 0] = orders.map(({ id }) => id);
    await admin.put(`/api/orders/${typed}/status`, { status: 'paid' });
    await admin.post(`/api/manage/orders/${erased}/erase`, { evenPending: true });
    await admin.delete(`/api/orders/${deleted}`);
    await note(corrected, null);
    const again = ids.map((id, index) => ({ id, note: `#${orders[index]?.id}`, amount }));
    // Whose order it is, is no longer known.
    const { leftOut, sure, unclear } = await read(
      venmoStatement([...again, { id: 'new', note: `#${erased}`, amount: '+ $99.00' }]),
    );
    expect(unclear).toEqual([]);
    expect(leftOut).toContainEqual({ reason: 'Already recorded on an order', count: 3 });
    expect(sure.map(({ order }) => order.id)).toEqual([corrected]);
    const remaining = await database.db
      .selectFrom('used_payments')
      .select(['order_id'])
      .where('order_id', 'is not', null)
      .execute();
    expect(remaining).toEqual([{ order_id: typed }]);
    expect(
      JSON.stringify(await database.db.selectFrom('used_payments').selectAll().execute()),
    ).not.toContain('hand-');
  });

  test('a payment books its own amount, once: a part, the rest, or more', async () => {
    const order = await placeOrder(shop);
    const rows = [
      { id: 'part', note: `#${order.id}`, from: 'Ada', amount: '+ $60.00' },
      { id: 'rest', note: `#${order.id}`, from: 'Ada’s mother', amount: '+ $50.00' },
      { id: 'again', note: `#${order.id}`, from: 'Ada', amount: '+ $110.00' },
    ];
    const book = (paymentId: string, amount: string, from: string) =>
      confirm({ paymentId, orderId: order.id, amount, from });
    await book('part', '60.00', 'Ada');
    expect(await detail(order.id)).toMatchObject({ status: 'pending', dueAmount: '50.00' });
    expect(await book('part', '60.00', 'Ada')).toMatchObject([{ isPaid: false }]);
    expect((await read(venmoStatement(rows))).leftOut).toContainEqual({
      reason: 'Already recorded on an order',
      count: 1,
    });
    await book('rest', '50.00', 'Ada’s mother');
    expect(await detail(order.id)).toMatchObject({
      status: 'paid',
      dueAmount: '0.00',
      money: [
        { amount: '60.00', payer: 'Ada' },
        { amount: '50.00', payer: 'Ada’s mother' },
      ],
    });
    await book('again', '110.00', 'Ada');
    expect(await detail(order.id)).toMatchObject({ status: 'paid', surplusAmount: '110.00' });
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('an id that was typed on a pending order stays, and one on two orders pays neither', async () => {
    const [own, first, second] = [
      await placeOrder(shop),
      await placeOrder(shop),
      await placeOrder(shop),
    ];
    await note(own.id, 'typed');
    for (const { id } of [first, second]) await note(id, 'twice');
    const statement = venmoStatement([{ id: 'typed', note: '💎', from: 'Somebody', amount }]);
    expect((await read(statement)).sure).toMatchObject([
      { payment: { paymentId: 'typed' }, order: { id: own.id } },
    ]);
    expect(
      await confirm(
        { paymentId: 'typed', orderId: own.id },
        { paymentId: 'twice', orderId: first.id },
        { paymentId: 'other', orderId: own.id, amount: '20' },
      ),
    ).toMatchObject([
      { isPaid: true, message: `Order #${own.id} is paid.` },
      { isPaid: false, message: 'This payment already belongs to an order. Nothing was changed.' },
      { isPaid: true, message: `$20.00 is noted on order #${own.id}.` },
    ]);
    expect(await detail(own.id)).toMatchObject({ status: 'paid', venmoPaymentId: 'typed' });
    expect((await read(statement)).leftOut).toContainEqual({
      reason: 'Already recorded on an order',
      count: 1,
    });

    // Removed from the one it was typed on first, it is still the other's; removed from both, it is nobody's.
    const again = venmoStatement([{ id: 'twice', note: '💎', from: 'Somebody', amount }]);
    await note(first.id, null);
    expect((await read(again)).sure).toMatchObject([{ order: { id: second.id } }]);
    await note(second.id, null);
    expect(await database.db.selectFrom('used_payments').select('order_id').execute()).toEqual([
      { order_id: own.id },
      { order_id: own.id },
    ]);
  });

  test('an id whose order was deleted stays used when it is typed on another order and removed there', async () => {
    const [deleted, other] = [await placeOrder(shop), await placeOrder(shop)];
    await note(deleted.id, 'orphan');
    await admin.delete(`/api/orders/${deleted.id}`);
    const statement = venmoStatement([{ id: 'orphan', note: `#${other.id}`, amount }]);
    const isUsed = async () =>
      (await read(statement)).leftOut.some(
        ({ reason }) => reason === 'Already recorded on an order',
      );
    await note(other.id, 'orphan');
    // Nobody knows whether it was for the order that is gone: typing it does not make it this one's.
    expect(await isUsed()).toBe(true);
    await note(other.id, null);
    expect(await isUsed()).toBe(true);
    expect(await confirm({ paymentId: 'orphan', orderId: other.id })).toMatchObject([
      { isPaid: false },
    ]);
    // One that nobody else ever had is free again.
    await note(other.id, 'own');
    await note(other.id, null);
    expect(await confirm({ paymentId: 'own', orderId: other.id })).toMatchObject([
      { isPaid: true },
    ]);
  });

  test('knows what the admin marked as paid without an id, and leaves out ids that no order can have', async () => {
    const zoe = { customerName: 'Zoe Buyer', customerEmail: 'zoe@buyer.example' };
    const [credited, pending] = [await placeOrder(shop, zoe), await placeOrder(shop, zoe)];
    await admin.put(`/api/orders/${credited.id}/status`, { status: 'paid' });
    const report = await read(
      venmoStatement([
        { id: '1', from: 'Zoe Buyer', amount },
        { id: 'x'.repeat(101), note: `#${pending.id}`, amount },
        { id: 'a\nb', note: `#${pending.id}`, amount },
      ]),
    );
    expect(report).toMatchObject({
      sure: [],
      unclear: [{ orders: [{ id: pending.id }, { id: credited.id }] }],
    });
    expect(report.leftOut).toContainEqual({ reason: 'Payment IDs that are too long', count: 2 });
    expect(await confirm({ paymentId: 'x'.repeat(100), orderId: pending.id })).toMatchObject([
      { isPaid: true },
    ]);
  });

  test('two confirmations of one payment at the same moment pay one order', async () => {
    const orders = [await placeOrder(shop), await placeOrder(shop)];
    const results = await Promise.all(
      orders.map(({ id }) => confirm({ paymentId: 'once', orderId: id })),
    );
    expect(results.flat().filter(({ isPaid }) => isPaid)).toHaveLength(1);
    expect(
      await database.db.selectFrom('used_payments').select('payment_hash').execute(),
    ).toHaveLength(1);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('asks once what the columns of another app’s statement are', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Quartz' }]);
    const order = (await shop.visitor().post('/api/orders', directBody(id))).json().order;
    const statement = `Reference,Booked,Text,Payer,Sum,Cur\r\nz-1,11/21/2026,Order #${order.id},Ada,110.00,USD\r\nz-2,11/21/2026,#${order.id},Ada,110.00,EUR\r\n`;
    const headings = ['Reference', 'Booked', 'Text', 'Payer', 'Sum', 'Cur'];
    expect(await read(statement)).toMatchObject({ headings, columns: null, sure: [], lines: 0 });
    const columns = {
      paymentId: 'Reference',
      amount: 'Sum',
      paidAt: 'Booked',
      note: 'Text',
      from: 'Payer',
      currency: 'Cur',
    };
    expect((await admin.put('/api/settings/payment_statement', columns)).statusCode).toBe(200);
    expect(await read(statement)).toMatchObject({
      columns: { ...columns, to: '', type: '', status: '' },
      sure: [{ payment: { paymentId: 'z-1', from: 'Ada' }, order: { id: order.id } }],
      unclear: [{ payment: { paymentId: 'z-2' }, reason: 'The payment is not in US dollars.' }],
    });
    // Venmo's are read as before, and nobody else reads what the columns are called.
    expect(
      (await read(venmoStatement([{ id: '1', note: `#${order.id}`, amount }]))).sure,
    ).toHaveLength(1);
    expect((await shop.visitor().get('/api/settings/payment_statement')).statusCode).toBe(401);
  });

  test('an odd quote costs its own row only, and a row that cannot be read is named', async () => {
    const orders = [await placeOrder(shop), await placeOrder(shop), await placeOrder(shop)];
    const [a, b, c] = orders.map(({ id }) => id);
    const heading = 'ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (fee)';
    const row = (id: number, note: string) =>
      `${id},2026-11-21T10:00:00,Payment,Complete,${note},Ada Buyer,Shop,${amount},`;
    const { sure, leftOut, lines } = await read(
      [
        `\ufeffAccount Activity,,,,,,,,`,
        heading,
        row(801, `"for "Order #${a}" from me"`),
        '',
        row(802, `"Order #${b}, thanks`),
        row(803, `"Order #${c}, two\nlines"`),
        row(804, 'rent'),
      ].join('\n'),
    );
    expect(sure.map(({ order }) => order.id)).toEqual([a, c]);
    expect(leftOut[0]).toEqual({
      reason: 'A row we couldn’t read, at line 5 of the file. Please check it by hand',
      count: 1,
    });
    expect(lines).toBe(4);
  });

  test('refuses what is no statement with a clear answer, and everybody but the admin', async () => {
    const refused = async (payload: string | Buffer, type?: string) => {
      const response = await send(payload, type);
      const { code, message } = response.json<ProblemBody>();
      return `${response.statusCode} ${code}: ${message}`;
    };
    const nameless = '422 unreadable_file: The file is empty or has no column names.';
    expect(await refused('')).toBe(nameless);
    expect(await refused('1,2\n3,4')).toBe(nameless);
    expect(await refused('ID,"Amount\n1')).toBe(nameless);
    expect(await refused(Buffer.from('PK\u0003\u0004\u0000xlsx'))).toBe(
      '422 unreadable_file: This isn’t a CSV file.',
    );
    expect(await refused(Buffer.from([0x49, 0x44, 0xff, 0xfe]))).toMatch(
      /^422 unreadable_file: The file isn’t UTF-8/,
    );
    expect(await refused('x\n'.repeat(50_001))).toBe(
      '422 unreadable_file: The file has more than 50,000 rows.',
    );
    expect(await refused(Buffer.alloc(5 * 2 ** 20 + 1, 'a'))).toMatch(/^413 too_large/);
    expect(await refused('{}', 'application/json')).toMatch(
      /^415 unsupported_type: The body must be a statement as CSV/,
    );
    expect((await send(venmoStatement([]), 'text/csv', shop.visitor())).statusCode).toBe(401);
    expect(
      (
        await shop
          .visitor()
          .post('/api/manage/payments', { payments: [{ paymentId: '1', orderId: 1 }] })
      ).statusCode,
    ).toBe(401);
    expect(await read(venmoStatement([]))).toMatchObject({ lines: 2, sure: [], unclear: [] });
  });
});
