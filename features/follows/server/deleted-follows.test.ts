import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFormToken } from '#core/server/messages/forms/forms.service.ts';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';

test('nothing of a list that is no longer followed is left in the files of the database', async () => {
  const database = await makeSqlite();
  const shop = await makeApp(database, {
    config: { publicUrl: 'https://druse.example', smtpUrl: 'smtp://127.0.0.1:1' },
  });
  const inFiles = () =>
    ['shop.db', 'shop.db-wal'].some((name) =>
      readFileSync(path.join(database.environment?.DATA_DIR ?? '', name), 'latin1').includes(
        'sparrowhawk',
      ),
    );
  const token = await newFormToken(shop.ctx);
  shop.clock.forward({ seconds: 3 });
  const asked = await shop
    .visitor()
    .post('/api/follows', { query: 'q=quartz', email: 'canary@sparrowhawk.example', token });
  expect(asked.statusCode, asked.body).toBeLessThan(300);
  await database.db.deleteFrom('mails').execute();
  expect(inFiles()).toBe(true);
  const follow = await database.db.selectFrom('follows').selectAll().executeTakeFirstOrThrow();
  expect(
    (await shop.visitor().post(`/api/follows/${follow.id}/end?key=${follow.follow_key}`))
      .statusCode,
  ).toBeLessThan(300);
  expect(inFiles()).toBe(false);
  await shop.app.close();
  await database.close();
});
