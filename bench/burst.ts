/**
 * Hundreds of uncached pages at once, again every second, while an order a second changes what home shows, so that home is rendered
 * again before them. Measured right after the shop starts, while it still measures its demo pictures, and a minute later.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { directBody } from '#tests/support/orders.ts';
import type { Figure, Results } from './results.ts';
import { fetchAnswer, readJson, type Server, startShop } from './servers.ts';

const BURST = 600;
const CHANGES = 6;
const SECOND_MS = 1_000;
const SETTLED_MS = 60_000;
const AIM_MS = 250;

export async function measureBurst(): Promise<Partial<Results>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-burst-'));
  const shop = await startShop(dataDir);
  try {
    const listed = (await readJson(shop, { path: '/api/specimens' })) as {
      id: number;
      status: string;
      price: string;
    }[];
    const ids = listed
      .filter(({ status, price }) => status === 'available' && /^\d/.test(price))
      .map(({ id }) => id);
    const figures = [await burst(shop, ids, 'just started')];
    await setTimeout(SETTLED_MS);
    figures.push(await burst(shop, ids, 'settled'));
    return {
      figures,
      notes: [
        `Each second of a burst brings ${BURST} lists at once that are not cached, and an order.`,
      ],
    };
  } finally {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function burst(shop: Server, ids: number[], name: string): Promise<Figure> {
  const home = await repeatHome(shop.origin);
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const asked: Promise<void>[] = [];
  for (let change = 0; change < CHANGES; change++) {
    for (let page = 0; page < BURST; page++) asked.push(askOdd(shop.origin, agent));
    const second = setTimeout(SECOND_MS);
    await setTimeout(SECOND_MS / 2);
    await order(shop, ids.shift());
    await second;
  }
  const { slowest, statuses } = await home.stop();
  await Promise.all(asked);
  agent.destroy();
  if (statuses.join() !== '200') throw new Error(`Home answered ${statuses.join(', ')}.`);
  return {
    name: `Home in a burst with a change a second, ${name}: the slowest`,
    value: Math.round(slowest),
    unit: 'ms',
    aim: AIM_MS,
  };
}

async function order(shop: Server, specimenId: number | undefined): Promise<void> {
  if (specimenId === undefined) throw new Error('No piece is left that can be ordered.');
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const body = Buffer.from(JSON.stringify(directBody(specimenId))).toString('base64');
  await fetchAnswer(shop.origin, { method: 'POST', path: '/api/orders', headers, body });
}

let pages = 0;

async function askOdd(origin: string, agent: Agent): Promise<void> {
  const [response] = await once(
    request(`${origin}/?search=quartz&minPrice=${pages++}.11`, { agent }).end(),
    'response',
  );
  for await (const _ of response);
}

async function repeatHome(origin: string) {
  const child = fork('tests/support/repeat-request.ts', [origin, '/', 'one'], { execArgv: [] });
  await once(child, 'message');
  return {
    async stop(): Promise<{ slowest: number; statuses: number[] }> {
      const result = once(child, 'message');
      child.send('stop');
      const [outcome] = await result;
      return outcome;
    },
  };
}
