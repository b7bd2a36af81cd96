/** `npm run order` as an owner runs it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onDatabases, postgresEngine } from './support/databases.ts';
import { addOrder } from './support/order-rows.ts';
import { NODE_COMPILE_CACHE, newDataDir } from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

const root = path.join(import.meta.dirname, '..');

async function tell(args: string[], environment: Record<string, string>) {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE,
    DATA_DIR: newDataDir(),
    ...environment,
  };
  const child = spawn(process.execPath, ['scripts/order.ts', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const read = { out: '', err: '' };
  child.stdout.on('data', (data) => (read.out += data));
  child.stderr.on('data', (data) => (read.err += data));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...read };
}

onDatabases(isThorough ? ['sqlite', postgresEngine] : ['sqlite'], (makeDatabase) => {
  test('the command tells the story as text, and says in words that a number has no order', async () => {
    const database = await makeDatabase();
    if (database.environment === null) return;
    const id = await addOrder(database.db, {
      email_proved_at: '2026-11-21T09:00:00.000Z',
      customer_name: 'Zelda Quarry',
    });
    const text = await tell([String(id)], database.environment);
    expect(text, text.err).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Order #${id}: Pending, $110.00 (times in America/New_York)`),
    });
    expect(text.out).toContain(
      'Nov 21, 2026, 4:00 AM, the shop\n    The buyer’s email address counts as confirmed from here on.',
    );
    expect(text.out).not.toMatch(/Zelda|ada@/);
    if (isThorough) {
      const none = await tell(['4711'], database.environment);
      expect(none).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is no order #4711 in this shop'),
      });
      expect(none.err).not.toMatch(/\bat .*:\d+:\d+/);
    }
    await database.close();
  });

  test.runIf(isThorough)('the command tells the story as JSON', async () => {
    const database = await makeDatabase();
    if (database.environment === null) return;
    const id = await addOrder(database.db, { email_proved_at: '2026-11-21T09:00:00.000Z' });
    const json = await tell([String(id), '--json'], database.environment);
    expect(JSON.parse(json.out)).toMatchObject({
      id,
      story: [{ at: '2026-11-21T09:00:00.000Z', actor: 'system' }],
      ahead: [],
    });
    await database.close();
  });
});

test.runIf(isThorough)(
  'without a shop, a number or a known option the command says what it needs',
  async () => {
    expect(await tell(['1'], {})).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no shop'),
    });
    for (const args of [[], ['twelve'], ['0'], ['1', '--yaml']])
      expect(await tell(args, {})).toMatchObject({
        code: 1,
        out: expect.stringContaining('NUMBER'),
      });
  },
);
