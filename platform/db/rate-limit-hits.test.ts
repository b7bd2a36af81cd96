import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabases, postgresEngine, type TestDatabase } from '#tests/support/databases.ts';
import { countHit } from './rate-limit-hits.ts';

onDatabases([postgresEngine], (makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  test('simultaneous hits are all counted, each key separately', async () => {
    const counted = await Promise.all(
      Array.from({ length: 20 }, () => countHit(database.db, 'POST /api/orders 192.0.2.1', 60_000)),
    );
    expect(counted.map(({ current }) => current).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    for (const { ttl } of counted) expect(ttl).toBeGreaterThan(0);
    for (const { ttl } of counted) expect(ttl).toBeLessThanOrEqual(60_000);
    expect((await countHit(database.db, 'POST /api/orders 192.0.2.2', 60_000)).current).toBe(1);
  });

  test('a hit after the end of its window begins a new one', async () => {
    await countHit(database.db, 'short', 1);
    await expect.poll(async () => (await countHit(database.db, 'short', 1)).current).toBe(1);
  });
});
