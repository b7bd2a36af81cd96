import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { perform } from '#core/server/perform.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { clearLeft, leftBehind, tablesLeft } from './left-behind.service.ts';
import { personalDataKinds } from './personal-data.ts';

const EARLIER = '2026-11-20T00:00:00.000Z';
const LATER = '2026-11-21T00:00:00.000Z';

onEveryDatabase((makeDatabase) => {
  test('what a feature has stored of a person is found and erased when the feature is gone', async () => {
    const database = await makeDatabase();
    const { app, ctx } = await makeApp(database);
    for (const email of ['Zoe@Quartz.example', 'ivo@quartz.example'])
      await sql`
        insert into inquiries (subject, title, name, email, status, ip_address, created_at)
        values ('specimen 1', 'Quartz', 'Asker', ${email}, 'open', '203.0.113.7', ${EARLIER})
      `.execute(ctx.db);
    const left = leftBehind(['inquiries']);
    expect(await left.find(ctx, 'zoe@quartz.EXAMPLE')).toMatchObject([
      { email: 'Zoe@Quartz.example', ip_address: '203.0.113.7' },
    ]);
    await clearLeft(ctx, ['inquiries'], EARLIER);
    expect(await left.find(ctx, 'zoe@quartz.example')).toMatchObject([
      { ip_address: '203.0.113.7' },
    ]);
    await clearLeft(ctx, ['inquiries'], LATER);
    expect(await left.find(ctx, 'zoe@quartz.example')).toMatchObject([{ ip_address: '' }]);
    await perform(ctx, 'owner', (act) => left.erase(act, 'zoe@quartz.example'));
    expect(await left.find(ctx, 'zoe@quartz.example')).toEqual([]);
    expect(await left.find(ctx, 'ivo@quartz.example')).toHaveLength(1);
    await app.close();
    await database.close();
  });
});

test('a table is left behind where no kind of personal data covers it', async () => {
  expect(tablesLeft([{ columns: { buyers: ['email'] } }])).toEqual([
    'follows',
    'inquiries',
    'waiting_entries',
  ]);
  const kinds = await personalDataKinds();
  const covered = kinds.flatMap(([, { columns }]) => Object.keys(columns));
  expect(kinds.some(([name]) => name === 'leftBehind')).toBe(
    ['follows', 'inquiries', 'waiting_entries'].some((table) => !covered.includes(table)),
  );
});
