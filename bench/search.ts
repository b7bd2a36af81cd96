/**
 * What searching costs inside the shop, without HTTP: `node bench/search.ts [specimens] [postgres://…]`, 10,000 and SQLite unless said
 * otherwise, in an empty database. Prints milliseconds for terms as visitors type them and for the most expensive ones we could think of.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { tokensOfTerm } from '#core/server/catalogue/search/tokens.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { openDatabase } from '#platform/db/open.ts';
import { randomNumbers, seedSpecimens, wordSource } from './seed.ts';

const RUNS = 2_000;
const DEAR_RUNS = 20;
const LETTERS = 'a b c d e f g h i j k l m n o p r s t u v w x y z';

const [first = '10000', databaseUrl = '', seededFor] = process.argv.slice(2);
if (seededFor === undefined) await run(Number(first));
else await seed(Number(first), seededFor);

/** In a process of its own, whose memory is not what searching needs. */
async function seed(count: number, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: databaseUrl || null, dataDir });
  await prepareDatabase(database);
  await seedSpecimens(database, count);
  // What the server does by itself within a minute or two.
  if (database.dialect === 'postgres') await sql`vacuum analyze`.execute(database.db);
  await database.close();
}

async function run(count: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-bench-search-'));
  try {
    const begun = performance.now();
    execFileSync(process.execPath, [import.meta.filename, String(count), databaseUrl, dataDir], {
      stdio: 'inherit',
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const database = await openDatabase({ databaseUrl: databaseUrl || null, dataDir });
    console.log(`${count} specimens on ${database.dialect}, made in ${seconds} s`);
    await measure(database as unknown as Context);
    console.log(`memory ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`);
    await database.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(ctx: Context): Promise<void> {
  const terms = typedTerms();
  await timed(terms.slice(0, 200), ctx);
  print('as typed', await timed(terms, ctx));
  for (const [name, query] of Object.entries(dearest())) {
    print(
      name,
      await timed(
        Array.from({ length: DEAR_RUNS }, () => query),
        ctx,
      ),
    );
  }
  print('longest turn of those', await longestTurns(Object.values(dearest()), ctx));
}

type Query = Parameters<typeof listSpecimens>[1];

/** One to three words of titles, localities and texts; some only begun, some mistyped, some filtered or sorted. */
function typedTerms(): Query[] {
  const random = randomNumbers(7);
  const words = wordSource(random);
  const one = () =>
    tokensOfTerm([words.title, words.place, words.word][Math.floor(random() * 3)]?.() ?? '').at(
      Math.floor(random() * 2),
    ) ?? 'a';
  const typed = (word: string) => {
    const way = random();
    if (way < 0.25) return word.slice(0, Math.ceil(word.length * random()));
    return way < 0.4 && word.length > 5 ? word.slice(0, 3) + word.slice(4) : word;
  };
  return Array.from({ length: RUNS }, () => {
    const search = Array.from({ length: 1 + Math.floor(random() * 3) }, () => typed(one())).join(
      ' ',
    );
    const narrowed =
      random() < 0.1
        ? { category: 'Crystals' as const }
        : random() < 0.1
          ? { sort: 'price-up' as const }
          : {};
    return { search, limit: 12, ...narrowed };
  });
}

function dearest(): Record<string, Query> {
  const all =
    'purple green blue golden smoky clear lustrous gemmy quartz calcite fluorite pyrite amethyst barite galena sphalerite';
  return {
    'one frequent word': { search: 'quartz', limit: 12 },
    'one letter': { search: 'q', limit: 12 },
    'every letter': { search: LETTERS, limit: 12 },
    'many beginnings of two letters': {
      search: 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu al en is or um',
      limit: 12,
    },
    'two hundred characters of frequent words': { search: `${all} ${all}`, limit: 12 },
    'the same, mistyped': {
      search: `${all} ${all}`.replace(/\b(\w\w)\w(\w\w)/g, '$1$2'),
      limit: 12,
    },
    'frequent, filtered': {
      search: 'quartz',
      status: 'available',
      category: 'Minerals',
      minPrice: '20',
      limit: 12,
    },
    'frequent, sorted by price': { search: 'quartz', sort: 'price-up', limit: 12 },
    'frequent, filtered, sorted by age': {
      search: 'q',
      status: 'available',
      sort: 'newest',
      limit: 12,
    },
  };
}

async function timed(queries: Query[], ctx: Context): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const begun = performance.now();
    await listSpecimens(ctx, query, { hidden: false });
    times.push(performance.now() - begun);
  }
  return times;
}

/** How long each of these keeps other work waiting at most. */
async function longestTurns(queries: Query[], ctx: Context): Promise<number[]> {
  const longest: number[] = [];
  for (const query of queries) {
    let last = performance.now();
    let turn = 0;
    let isDone = false;
    const watch = () => {
      turn = Math.max(turn, performance.now() - last);
      last = performance.now();
      if (!isDone) setImmediate(watch);
    };
    setImmediate(watch);
    await listSpecimens(ctx, query, { hidden: false });
    isDone = true;
    watch();
    longest.push(turn);
  }
  return longest;
}

function print(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
      .toFixed(1)
      .padStart(7);
  console.log(`${name.padEnd(44)} p50 ${at(0.5)}   p99 ${at(0.99)}   max ${at(1)} ms`);
}
