/** Links to the shop that the dealer comes from lead to the pieces here. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OldAddressesRead } from '#features/other-shops/contract/old-addresses.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { openCachedShop } from '#tests/support/cached-shop.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { reportOf, zipOf } from '#tests/support/transfers.ts';
import { smallJpeg } from '#tests/support/uploads.ts';
import { pathKey } from './old-addresses.service.ts';

const URL = '/api/manage/old-addresses';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let ids: Record<string, number>;

  beforeAll(async () => {
    database = await makeDatabase();
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'old-addresses-'));
    shop = await openCachedShop(database, { config: { dataDir } });
    admin = await shop.admin();
    const rows = [
      'A-1,Azurite,N-1,yes',
      'shopify-red-beryl,Beryl,N-2,yes',
      'C-3,Cuprite,N-3,no',
    ].map((row) => `${row},a.jpg`);
    const sheet = ['reference,title,catalogue number,visible,picture 1', ...rows].join('\n');
    await reportOf(admin, await zipOf({ 'specimens.csv': sheet, 'a.jpg': await smallJpeg() }));
    ids = Object.fromEntries(
      (await database.db.selectFrom('specimens').select(['title', 'id']).execute()).map(
        ({ title, id }) => [title, id],
      ),
    );
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const send = (text: string) =>
    admin.request({
      method: 'POST',
      url: URL,
      payload: Buffer.from(text),
      headers: { 'content-type': 'text/csv' },
    });
  const leadsTo = async (address: string) => {
    const { statusCode, headers } = await shop.visitor().get(address);
    return [statusCode, headers.location];
  };

  test('an address in a sheet leads to its piece for good, however it is written', async () => {
    expect(await leadsTo('/products/blue-azurite')).toEqual([404, undefined]);
    const sheet = [
      'Redirect from,Redirect to',
      '/products/Blue-Azurite,n-1',
      'https://old.example/shop/b%C3%A9ryl/?x=1,shopify-red-beryl',
      `/c/3,https://new.example/specimen/${ids.Cuprite}-cuprite`,
    ];
    const read: OldAddressesRead = (await send(sheet.join('\n'))).json();
    expect(read).toEqual({ saved: 3, faults: [], faultCount: 0 });
    const azurite = `/specimen/${ids.Azurite}-azurite`;
    for (const address of [
      '/products/blue-azurite',
      '/products/blue-azurite?variant=12',
      '/collections/all/products/blue-azurite',
    ])
      expect(await leadsTo(address)).toEqual([301, azurite]);
    const beryl = `/specimen/${ids.Beryl}-beryl`;
    expect(await leadsTo('/shop/b%C3%A9ryl?utm_source=mail&x=1')).toEqual([301, beryl]);
    expect(await leadsTo('/shop/b%C3%A9ryl')).toEqual([404, undefined]);
    expect((await admin.get(URL)).json()).toEqual({ count: 3 });
  });

  test('a hidden piece is at no address, and an unknown one is not found', async () => {
    expect(await leadsTo('/c/3')).toEqual([404, undefined]);
    expect(await leadsTo('/products/nothing')).toEqual([404, undefined]);
  });

  test('a piece of Shopify’s export is found by its handle without a sheet', async () => {
    expect(await leadsTo('/products/red-beryl')).toEqual([301, `/specimen/${ids.Beryl}-beryl`]);
  });

  test('addresses that differ by their query lead each to its own piece', async () => {
    await send('/item.php?id=17,N-1\n/item.php?id=18&lang=en,N-2\n');
    expect(await leadsTo('/item.php?id=17&fbclid=a')).toEqual([
      301,
      `/specimen/${ids.Azurite}-azurite`,
    ]);
    expect(await leadsTo('/item.php?lang=en&id=18')).toEqual([301, `/specimen/${ids.Beryl}-beryl`]);
    expect(await leadsTo('/item.php?id=19')).toEqual([404, undefined]);
    expect(await leadsTo('/item.php')).toEqual([404, undefined]);
  });

  test('lists of redirects by Shopify and WordPress lead on to where their targets lead', async () => {
    const shopify = 'Redirect from,Redirect to\n/old-beryl,/products/red-beryl\n';
    const wordPress =
      'source,target,regex,code,type,hits,title,status\n/?/alt,/x,0,301,url,0,,enabled\n/alt-beryl/,https://old.example/products/red-beryl,0,301,url,5,,enabled\n';
    expect((await send(shopify)).json()).toMatchObject({ saved: 1, faultCount: 0 });
    expect((await send(wordPress)).json()).toMatchObject({ saved: 1, faultCount: 1 });
    for (const address of ['/old-beryl', '/alt-beryl'])
      expect(await leadsTo(address)).toEqual([301, `/specimen/${ids.Beryl}-beryl`]);
    await admin.delete(URL);
  });

  test('what is wrong with a row is told, the last of two rows counts, and all addresses can be removed', async () => {
    const read: OldAddressesRead = (
      await send('/a,N-1\n/a,N-2\nnowhere,N-1\n/b,unknown\n/c\n')
    ).json();
    expect(read).toMatchObject({
      saved: 1,
      faultCount: 3,
      faults: [{ row: 3 }, { row: 4 }, { row: 5 }],
    });
    expect(await leadsTo('/a')).toEqual([301, `/specimen/${ids.Beryl}-beryl`]);
    expect((await admin.delete(URL)).statusCode).toBe(204);
    expect(await leadsTo('/a')).toEqual([404, undefined]);
    expect((await send('\0\0')).statusCode).toBe(400);
    expect((await shop.visitor().get(URL)).statusCode).toBe(401);
  });
});

test.each([
  ['/products/x/', '/products/x'],
  ['HTTPS://shop.example/Products/X?b=2&A=1&utm_source=x#b', '/products/x?a=1&b=2'],
  ['/%E0%A4%A', '/%e0%a4%a'],
  ['/', null],
  ['', null],
  ['products/x', null],
  [`/${'x'.repeat(600)}`, null],
])('the address %j is kept as %j', (address, key) => {
  expect(pathKey(address)).toBe(key);
});
