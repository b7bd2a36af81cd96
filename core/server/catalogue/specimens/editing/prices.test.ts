/** Prices as the admin types them: what is asked about, and what lists a piece for sale. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  beforeEach(async () => {
    [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const put = (body: object) =>
    admin.put(`/api/specimens/${id}`, { title: 'Fluorite', category: 'Minerals', ...body });
  const saved = async (body: object): Promise<SpecimenDetail> => {
    const response = await put(body);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };

  test.each([
    [{ price: '120,50' }, 'price', 'Did you mean $120.50?'],
    [{ price: '€ 120' }, 'price', 'Did you mean $120.00?'],
    [
      { price: '12-15' },
      'price',
      'Please enter an amount such as 120 or 120.50, or words such as “Price on request”',
    ],
    [{ shippingPrice: '1.250,00' }, 'shippingPrice', 'Did you mean $1,250.00?'],
    [{ cost: '12O' }, 'cost', 'Did you mean $120.00?'],
  ])('digits that are no amount are never saved as words: %j', async (body, path, message) => {
    const response = await put(body);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', message, issues: [{ path, message }] }),
    ]);
    expect((await admin.get(`/api/specimens/${id}`)).json()).toMatchObject({
      price: '100.00',
      shippingPrice: '10.00',
      version: 1,
    });
  });

  test('the first price of a hidden piece lists it for sale, unless the edit says otherwise', async () => {
    const draft = { price: null, forSale: false, visible: false };
    await saved(draft);
    expect(await saved({ price: '120' })).toMatchObject({
      price: '120.00',
      forSale: true,
      visible: false,
      available: 0,
    });
    await saved(draft);
    expect(await saved({ price: 'Price on request' })).toMatchObject({ forSale: true });
    await saved(draft);
    expect(await saved({ price: '120', forSale: false })).toMatchObject({
      price: '120.00',
      forSale: false,
    });
    // That it is not for sale was said of this price.
    expect(await saved({ price: '130' })).toMatchObject({ price: '130.00', forSale: false });
    await saved({ price: null, forSale: false, visible: true });
    expect(await saved({ price: '120' })).toMatchObject({ price: '120.00', forSale: false });
  });

  test('a piece whose price an earlier version saved as words can still be hidden and shown', async () => {
    await database.db
      .updateTable('specimens')
      .set({ price: '120,50', price_cents: null })
      .where('id', '=', id)
      .execute();
    for (const visible of [false, true])
      expect((await admin.put(`/api/specimens/${id}`, { visible })).statusCode).toBe(200);
    expect((await put({ description: 'New words' })).statusCode).toBe(200);
    expect((await shop.visitor().get(`/api/specimens/${id}`)).json()).toMatchObject({
      price: '120,50',
      available: 0,
    });
  });
});
