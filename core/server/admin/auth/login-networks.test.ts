import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '#core/contract/problems.ts';
import { migrate } from '#platform/db/migrate.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { makeOlder } from '#tests/support/older-database.ts';
import { forgetOldNetworks, inPlace, type Prover } from './login-networks.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const stranger = (n: number): Prover => ({
    network: `2001:db8:${n.toString(16)}::/48`,
    tokenHash: null,
  });
  const known: Prover = { network: '127.0.0.0/24', tokenHash: null };

  /** How many of those who come at once find a place, and what the others are told. */
  async function come(provers: Prover[]): Promise<{ inside: number; refusals: Problem[] }> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    let inside = 0;
    const refusals: Problem[] = [];
    const all = provers.map(async (prover) => {
      try {
        await inPlace(shop.ctx, 'challenge', prover, () => {
          inside += 1;
          if (inside + refusals.length === provers.length) end();
          return over;
        });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refusals.push(error);
        if (inside + refusals.length === provers.length) end();
      }
    });
    await Promise.all(all);
    return { inside, refusals };
  }

  test('one network has half of the places for strangers, and all have forty', async () => {
    expect((await come(Array.from({ length: 30 }, () => stranger(1)))).inside).toBe(20);
    const { inside, refusals } = await come(Array.from({ length: 50 }, (_, n) => stranger(n)));
    expect([inside, refusals.length]).toEqual([40, 10]);
    expect(refusals[0]).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many logins at once. Please try again in a moment.',
      details: { retryAfter: 15 },
    });
  });

  test('where the admin has logged in, and in a session, there are other places', async () => {
    const flood = Array.from({ length: 50 }, (_, n) => stranger(n));
    const session = { ...stranger(1), tokenHash: 'of a session' };
    expect((await come([...flood, known, session])).inside).toBe(42);
  });

  test('a network is known until 90 days after the last login from there', async () => {
    const isKnown = () =>
      inPlace(shop.ctx, 'challenge', known, async ({ isKnownNetwork }) => isKnownNetwork);
    const stored = () => database.db.selectFrom('login_networks').select('network').execute();
    shop.clock.forward({ days: 89, hours: 23 });
    await forgetOldNetworks(shop.ctx);
    expect([await isKnown(), await stored()]).toEqual([true, [{ network: '127.0.0.0/24' }]]);
    await shop.admin();
    shop.clock.forward({ days: 90 });
    expect(await isKnown()).toBe(false);
    await forgetOldNetworks(shop.ctx);
    expect(await stored()).toEqual([]);
  });
});

onEveryDatabase((makeDatabase, engine) => {
  test('a shop of an earlier version knows the networks that its log has', async () => {
    const database = await makeOlder(makeDatabase, engine, '0040-turns');
    const login = (created_at: string, network?: string) => ({
      created_at,
      actor: 'owner' as const,
      kind: 'login',
      specimen_id: null,
      order_id: null,
      data: JSON.stringify({ device: 'Firefox on Linux', ...(network && { network }) }),
    });
    const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z'];
    const logins = [
      login(early, '192.0.2.0/24'),
      login(early),
      login(late, '192.0.2.0/24'),
      login(early, '203.0.113.0/24'),
    ];
    await database.db.insertInto('events').values(logins).execute();
    await migrate(database.db, database.dialect);
    expect(
      await database.db.selectFrom('login_networks').selectAll().orderBy('network').execute(),
    ).toEqual([
      { network: '192.0.2.0/24', last_login_at: late },
      { network: '203.0.113.0/24', last_login_at: early },
    ]);
    await database.close();
  });
});
