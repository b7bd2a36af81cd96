/** Hundreds of logins with invented names at once, from the networks of one provider and of many. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../support/postgres-server.ts';
import { newDataDir, type ShopProcess, startShop } from '../support/shop-process.ts';

const FLOOD = 600;
/** Open connections, as a proxy has them. */
const CONNECTIONS = 16;
const LOGINS = 5;
/** How much longer the owner may wait than while the shop is quiet. */
const MAX_RATIO = 3;
const PASSWORD = 'rock-solid-password';

let shop: (ShopProcess & { origin: string }) | undefined;
afterEach(async () => {
  shop?.child.kill('SIGKILL');
  await shop?.ended;
});

/** How long the owner's logins take, one after another, as a proxy forwards them from where they have logged in before. */
async function ownersLogins(origin: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < LOGINS; n++) {
    const started = performance.now();
    const { status } = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    expect(status).toBe(200);
    times.push(performance.now() - started);
  }
  return times;
}

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const flooder = path.join(import.meta.dirname, '../support/flood-logins.ts');

test.each(['one', 'many'])(
  'while 600 invented names log in from %s of IPv6’s networks, the owner logs in nearly as soon as ever',
  async (networks) => {
    // TRUST_PROXY requires a PUBLIC_URL, which names the port.
    const port = String(await freePort());
    const environment = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_PASSWORD: PASSWORD,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    };
    shop = await startShop({ ...environment, DATA_DIR: newDataDir() });
    const { origin } = shop;
    await ownersLogins(origin);
    const quiet = await ownersLogins(origin);
    const flood = fork(flooder, [origin, String(FLOOD), String(CONNECTIONS), networks]);
    await once(flood, 'message');
    const ended = once(flood, 'message');
    const flooded = await ownersLogins(origin);
    const [answers] = (await ended) as [{ status: number; retryAfter?: string; text: string }[]];
    expect(median(flooded) / median(quiet), `${flooded} to ${quiet} ms`).toBeLessThanOrEqual(
      MAX_RATIO,
    );
    expect(answers).toHaveLength(FLOOD);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    for (const { status, retryAfter, text } of answers) {
      if (status !== 429) continue;
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(text).toContain('Please try again');
    }
  },
);
