/**
 * `npm run bench`: what a page costs, in about a minute. Prints each figure beside its budget, writes all of them to
 * bench/results/, and fails where a budget is broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliBytes, ENTRY, publicPages, SCRIPT_BUDGET, scriptsOf } from '#tests/support/bundle.ts';
import { buildIfStale } from '../scripts/build.ts';
import { type Figure, type Results, writeResults } from './results.ts';
import { fetchPage, load, startBareServer, startShop, timeStart } from './servers.ts';

const WARM_UP = 3_000;
const REQUESTS = 15_000;
const ROUNDS = 5;
const RENDERINGS = 150;
const STARTS = 7;

buildIfStale();
const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-bench-'));
try {
  const { isGood } = writeResults(await measure());
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<Results> {
  const kept = await measureKeptPage();
  const starts: Awaited<ReturnType<typeof timeStart>>[] = [];
  for (let start = 0; start < STARTS; start++) starts.push(await timeStart(dataDir));
  const ratio = median(kept.rounds.map(({ shop, bare }) => shop.cpu / bare.cpu));
  const budgets: Figure[] = [
    { name: 'Home page from the page cache, processor time against bare node:http', value: ratio, unit: '×', most: 3 },
    // The best: what makes another start slower is not the shop.
    {
      name: `Start of the process to the first page, best of ${STARTS}`,
      value: Math.min(...starts.map(({ seconds }) => seconds)),
      unit: 's',
      most: 1,
    },
    ...(['home', 'specimen', 'checkout'] as const).map((page) => ({
      name: `JavaScript of ${page} before anything is touched, brotli`,
      value: brotliBytes(scriptsOf([ENTRY, publicPages[page]])),
      unit: 'bytes',
      most: SCRIPT_BUDGET,
    })),
  ];
  const others: Figure[] = [
    { name: 'Start of the process to the first page', value: median(starts.map(({ cpu }) => cpu)), unit: 's of processor time' },
    { name: 'Home page from the page cache', value: median(kept.rounds.map(({ shop }) => shop.cpu)), unit: 'µs of processor time' },
    { name: 'The same bytes from bare node:http', value: median(kept.rounds.map(({ bare }) => bare.cpu)), unit: 'µs of processor time' },
    { name: 'Home page from the page cache', value: median(kept.rounds.map(({ shop }) => shop.rate)), unit: 'requests/s' },
    { name: 'The same bytes from bare node:http', value: median(kept.rounds.map(({ bare }) => bare.rate)), unit: 'requests/s' },
    { name: 'Home page as sent, brotli', value: kept.bytes, unit: 'bytes' },
    { name: 'Home page not kept yet: queries, rendering, compressing', value: kept.rendering / 1000, unit: 'ms of processor time' },
  ];
  return { budgets, others, rounds: kept.rounds };
}

/** Shop and yardstick in turn, so that whatever else the machine does hits both. */
async function measureKeptPage() {
  const shop = await startShop(dataDir);
  const answer = await fetchPage(shop.origin);
  const bare = await startBareServer(answer);
  for (const server of [shop, bare]) await load(server, WARM_UP);
  const rounds: Results['rounds'] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ shop: await load(shop, REQUESTS), bare: await load(bare, REQUESTS) });
  }
  await bare.stop();
  const rendering = await measureRendering(shop);
  await shop.stop();
  return { rounds, rendering, bytes: Buffer.from(answer.body, 'base64').length };
}

/** Home with a lowest price that nobody has asked for yet, again and again: the same page, never kept. @returns microseconds each. */
async function measureRendering(shop: Awaited<ReturnType<typeof startShop>>): Promise<number> {
  let cents = 0;
  const render = async (count: number) => {
    for (let page = 0; page < count; page++) {
      cents += 1;
      await fetchPage(shop.origin, `/?minPrice=${(cents / 100).toFixed(2)}`);
    }
  };
  await render(RENDERINGS / 3);
  const before = await shop.usage();
  await render(RENDERINGS);
  return ((await shop.usage()) - before) / RENDERINGS;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
