/**
 * `npm run bench`: what reading, buying and uploading cost at several sizes of shop, how it starts, and what Lighthouse says of it, in at
 * most ten minutes. Writes bench/results/ and fails where a budget is broken. Parts can be named: `npm run bench -- reads start`. Options of `rush`
 * are in bench/options.ts.
 */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import {
  brotliBytes,
  ENTRY,
  publicPages,
  SCRIPT_BUDGET,
  scriptsOf,
} from '#tests/support/bundle.ts';
import { buildIfStale } from '../scripts/build.ts';
import { measureBulkEdits } from './bulk-edits.ts';
import { measureBurst } from './burst.ts';
import { measureFiltersOnPostgres } from './filters.ts';
import { measureImports } from './imports.ts';
import { measureIntake } from './intake.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLoop } from './loop.ts';
import { measureMemory } from './memory.ts';
import { parts as named } from './options.ts';
import { measurePresses } from './press.ts';
import { measureReads } from './reads.ts';
import { type Figure, type Results, writeResults } from './results.ts';
import { measureRush } from './rush.ts';
import { fetchAnswer, startAsker, startBareServer, startShop, timeStart } from './servers.ts';
import { measureSeveral } from './several.ts';
import { copyOfShop } from './shops.ts';
import { measureTyping } from './typing.ts';
import { measureUpgrade } from './upgrade.ts';
import { measureOrders, measureUploads } from './writes.ts';

const SIZES = [1_000, 10_000, 100_000];
/** The orders of some seconds, each of another specimen. */
const SIZE_FOR_WRITES = 10_000;
const ROUNDS = { count: 3, seconds: 1 };
const STARTS = 5;
const REST_MS = 3_000;

const parts = {
  scripts: async () => ({ figures: scriptFigures() }),
  start: measureStarts,
  reads: () => withTools(measureAllReads),
  filters: () => withTools((tools) => measureFiltersOnPostgres({ ...tools, rounds: ROUNDS })),
  writes: () => withTools(measureWrites),
  'bulk-edits': measureBulkEdits,
  intake: measureIntake,
  imports: measureImports,
  loop: measureLoop,
  memory: measureMemory,
  several: measureSeveral,
  lighthouse: measureLighthouse,
  press: measurePresses,
  typing: measureTyping,
  rush: measureRush,
  upgrade: measureUpgrade,
  burst: measureBurst,
};
type Part = keyof typeof parts;
type Tools = {
  asker: ReturnType<typeof startAsker>;
  bare: Awaited<ReturnType<typeof startBareServer>>;
};

const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `The parts of the bench are ${Object.keys(parts).join(', ')}; there is no ${unknown.join(', ')}.`,
  );
  process.exit(1);
}

buildIfStale();
const all: Results = { rows: [], figures: [], notes: [] };
for (const part of (named.length > 0 ? named : Object.keys(parts)) as Part[]) {
  console.log(`Measuring: ${part} …`);
  const { rows = [], figures = [], notes = [] }: Partial<Results> = await parts[part]();
  all.rows.push(...rows);
  all.figures.push(...figures);
  all.notes.push(...notes);
}
const date = new Date().toISOString().slice(0, 10);
const { isGood } = writeResults(named.length > 0 ? `${date}-${named.join('-')}` : date, all);
process.exitCode = isGood ? 0 : 1;

function scriptFigures(): Figure[] {
  return (['home', 'specimen', 'checkout'] as const).map((page) => ({
    name: `JavaScript of ${page} before anything is touched, brotli`,
    value: brotliBytes(scriptsOf([ENTRY, publicPages[page]])),
    unit: 'bytes',
    most: SCRIPT_BUDGET,
  }));
}

async function withTools(
  measure: (tools: Tools) => Promise<Partial<Results>>,
): Promise<Partial<Results>> {
  const tools = { asker: startAsker(), bare: await startBareServer() };
  try {
    return await measure(tools);
  } finally {
    await tools.asker.stop();
    await tools.bare.stop();
  }
}

/** Starts, and memory at rest, of a shop of each size. */
async function measureStarts(): Promise<Partial<Results>> {
  const figures: Figure[] = [];
  for (const specimens of SIZES) {
    await withShop(specimens, async (dataDir) => {
      const starts: Awaited<ReturnType<typeof timeStart>>[] = [];
      for (let start = 0; start < STARTS; start++) starts.push(await timeStart(dataDir));
      const shop = await startShop(dataDir);
      await fetchAnswer(shop.origin, { path: '/' });
      await setTimeout(REST_MS);
      const { memory } = await shop.usage();
      await shop.stop();
      const size = `${specimens.toLocaleString('en-US')} specimens`;
      // The best: what makes another start slower is not the shop.
      const best = starts.reduce((a, b) => (a.seconds <= b.seconds ? a : b));
      figures.push(
        {
          name: `Start to the first answer, ${size}, best of ${STARTS}`,
          value: best.seconds,
          unit: 's',
          aim: 1,
          most: 1,
        },
        {
          name: `Start to the first answer, ${size}`,
          value: best.cpuSeconds,
          unit: 's of processor time',
        },
        { name: `Memory at rest, ${size}`, value: memory / 1e6, unit: 'MB', aim: 200 },
      );
    });
  }
  return { figures };
}

async function measureAllReads(tools: Tools): Promise<Partial<Results>> {
  const results: Results = { rows: [], figures: [], notes: [] };
  for (const specimens of SIZES) {
    await withShop(specimens, async (dataDir) => {
      const shop = await startShop(dataDir);
      const { rows, figures } = await measureReads(shop, specimens, { ...tools, rounds: ROUNDS });
      results.rows.push(...rows);
      results.figures.push(...figures);
      await shop.stop();
    });
  }
  return results;
}

async function measureWrites(tools: Tools): Promise<Partial<Results>> {
  const results: Partial<Results>[] = [];
  await withShop(SIZE_FOR_WRITES, async (dataDir) => {
    const shop = await startShop(dataDir);
    results.push(
      await measureOrders(shop, dataDir, SIZE_FOR_WRITES, tools),
      await measureUploads(shop, SIZE_FOR_WRITES, tools),
    );
    await shop.stop();
  });
  return {
    rows: results.flatMap(({ rows = [] }) => rows),
    figures: results.flatMap(({ figures = [] }) => figures),
  };
}

async function withShop(specimens: number, use: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await copyOfShop(specimens);
  try {
    await use(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
