import { afterAll, beforeAll, expect, test } from 'vitest';
import { codePath } from '#core/contract/catalogue/code-path.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';

onDatabases(['sqlite'], (makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('the code of a page is a picture of its own for each number, and says nothing of what there is', async () => {
    const visitor = shop.visitor();
    const [one, other] = await Promise.all([visitor.get(codePath(1)), visitor.get(codePath(2))]);
    expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(one.body).toMatch(/^<svg [\s\S]+<\/svg>$/);
    expect(other.body).not.toBe(one.body);
    for (const wrong of ['0', 'abc', '99999999999'])
      expect((await visitor.get(codePath(wrong))).statusCode).toBe(400);
  });
});
