/** How long a shop answers nobody while `druse upgrade` puts another release in its place, with a migration on the way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { installShop, makeArchive } from '#tests/support/installed-shop.ts';
import type { Results } from './results.ts';
import { copyOfShop } from './shops.ts';

const SPECIMENS = 10_000;
const ASK_EVERY_MS = 10;
const AIM_SECONDS = 5;
/** Goes over every row of the largest table. */
const MIGRATION = `export function migration() {
  return { async up(db) {
    await db.schema.alterTable('specimens').addColumn('told_later', 'text').execute();
    await db.updateTable('specimens').set({ told_later: '' }).execute();
  } };
}`;

export async function measureUpgrade(): Promise<Partial<Results>> {
  const where = mkdtempSync(path.join(tmpdir(), 'druse-upgrade-'));
  const dataDir = await copyOfShop(SPECIMENS);
  const shop = await installShop(where, dataDir);
  try {
    while (!(await isAnswered(shop.origin))) await setTimeout(ASK_EVERY_MS);
    const { archive } = makeArchive(where, 'next', {
      'platform/db/migrations/9998-told-later.ts': MIGRATION,
    });
    const begun = performance.now();
    const { ended, printed } = shop.upgrade(archive);
    const longest = await longestSilence(shop.origin, ended);
    if ((await ended) !== 0) throw new Error(printed());
    const size = `${SPECIMENS.toLocaleString('en-US')} specimens`;
    return {
      figures: [
        {
          name: `Closed for an upgrade, ${size}`,
          value: longest / 1000,
          unit: 's',
          aim: AIM_SECONDS,
        },
        {
          name: `Upgrade from unpacking to the end, ${size}`,
          value: (performance.now() - begun) / 1000,
          unit: 's',
        },
      ],
      notes: [
        'Without a proxy, which would let visitors wait. The releases share the packages, so that unpacking takes less than in earnest.',
      ],
    };
  } finally {
    await shop.stop();
    for (const folder of [where, dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

const isAnswered = async (origin: string) =>
  (await fetch(`${origin}/livez`).catch(() => null))?.status === 200;

/** The longest time between two answers, in milliseconds. */
async function longestSilence(origin: string, ended: Promise<unknown>): Promise<number> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let longest = 0;
  for (let last = performance.now(); !isOver; await setTimeout(ASK_EVERY_MS)) {
    if (!(await isAnswered(origin))) continue;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
}
