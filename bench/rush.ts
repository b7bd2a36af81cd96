/**
 * The minute after an update: every buyer wants some of the same few pieces, all press within seconds, and others only look; one process on SQLite, and
 * two on PostgreSQL. With `BASE=<folder>` the shop that is built in that folder is measured in turn. `--connections each` gives each buyer a connection, `--beside 2` runs
 * busy loops beside the crowd, `--buyers 300` takes another crowd.
 */
import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { postgresBinaries, startPrimary } from '#tests/support/postgres-cluster.ts';
import { beside, buyers as crowds, hasOwnConnections } from './options.ts';
import type { Figure, Results } from './results.ts';
import type { Crowd, Planned } from './rusher.ts';
import { availableIds, randomNumbers, seedSpecimens } from './seed.ts';
import { fetchAnswer, type Server, startShop } from './servers.ts';

const SPECIMENS = 1_000;
const PIECES = 40;
const WISHES = 3;
/** The share of wishes that go to the first quarter of the pieces. */
const POPULAR = 0.7;
const SECONDS = 5;
const CROWDS = [1_000, 5_000];
const PAGES_EACH = 2;
/** For a piece that is not there, so that a shop is measured that has been open for a while. */
const WARMING_PRESSES = 300;
const MEMORY_EVERY_MS = 50;

/** A shop to measure: its name in the table, and the folder it is built in. */
type Head = { name: string; root?: string };

export async function measureRush(): Promise<Partial<Results>> {
  const { BASE } = process.env;
  const heads: Head[] =
    BASE === undefined ? [{ name: '' }] : [{ name: 'base, ', root: BASE }, { name: 'this, ' }];
  const figures: Figure[] = [];
  for (const buyers of crowds ?? CROWDS) {
    for (const head of heads) figures.push(...(await onSqlite(buyers, head)));
    for (const head of postgresBinaries ? heads : [])
      figures.push(...(await onPostgres(buyers, head)));
  }
  return { figures, notes: ['The crowd, and PostgreSQL, share the cores with the shop.'] };
}

async function onSqlite(buyers: number, head: Head): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-rush-'));
  try {
    return await rush(`${head.name}SQLite`, buyers, { databaseUrl: null, dataDir }, [{}], head);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(buyers: number, head: Head): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-rush-'));
  const postgres = await startPrimary(dataDir);
  try {
    const databaseUrl = `postgres://druse@127.0.0.1:${postgres.port}/postgres`;
    const environment = { DATABASE_URL: databaseUrl };
    return await rush(
      `${head.name}two on PostgreSQL`,
      buyers,
      { databaseUrl, dataDir },
      [environment, environment],
      head,
    );
  } finally {
    await postgres.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Where = { databaseUrl: string | null; dataDir: string };

async function rush(
  name: string,
  buyers: number,
  where: Where,
  processes: Record<string, string>[],
  { root }: Head,
): Promise<Figure[]> {
  const pieces = await withDatabase(where, async (database) => {
    await prepareDatabase(database);
    await seedSpecimens(database, SPECIMENS);
    return newestForSale(database);
  });
  const shops: Server[] = [];
  try {
    for (const environment of processes)
      shops.push(await startShop(where.dataDir, { DEMO: 'off', ...environment }, root));
    await warm(shops, pieces);
    const { crowd, ...used } = await watched(shops, planOf(buyers, pieces, shops));
    for (const shop of shops.splice(0)) await shop.stop();
    const sold = await withDatabase(where, soldOf);
    const figures = figuresOf(
      `${buyers.toLocaleString('en-US')} buyers, ${name}`,
      crowd,
      used,
      sold,
    );
    // The base is what it is.
    return root === undefined ? figures : figures.map(({ most: _, ...figure }) => figure);
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

async function withDatabase<T>(where: Where, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(where);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** One piece of each. */
async function newestForSale(database: Database): Promise<number[]> {
  const ids = (await availableIds(database)).slice(0, PIECES);
  await database.db.updateTable('specimens').set({ quantity: 1 }).where('id', 'in', ids).execute();
  return ids;
}

async function soldOf({
  db,
}: Database): Promise<{ orders: number; lines: number; pieces: number }> {
  const lines = await db.selectFrom('order_lines').select(['order_id', 'specimen_id']).execute();
  const count = (values: unknown[]) => new Set(values).size;
  return {
    orders: count(lines.map(({ order_id }) => order_id)),
    lines: lines.length,
    pieces: count(lines.map(({ specimen_id }) => specimen_id)),
  };
}

function planOf(buyers: number, pieces: number[], shops: Server[]): Planned[] {
  const random = randomNumbers();
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const some = () => ({ at: random() * SECONDS * 1_000, origin: pick(shops).origin });
  const popular = pieces.slice(0, PIECES / 4);
  const plan: Planned[] = [];
  for (let buyer = 0; buyer < buyers; buyer++) {
    const wishes = new Set(
      Array.from({ length: WISHES }, () => pick(random() < POPULAR ? popular : pieces)),
    );
    const own = { ...some(), buyer };
    const asBuyer = () => (hasOwnConnections ? { ...own, at: some().at } : some());
    for (const specimenId of wishes) plan.push({ ...asBuyer(), specimenId, key: randomUUID() });
    for (let page = 0; page < PAGES_EACH; page++)
      plan.push({
        ...asBuyer(),
        path: random() < 0.5 ? '/' : `/specimen/${pick(random() < POPULAR ? popular : pieces)}`,
      });
  }
  return plan;
}

async function warm(shops: Server[], pieces: number[]): Promise<void> {
  for (const { origin } of shops) {
    for (const page of ['/', ...pieces.map((id) => `/specimen/${id}`)])
      await fetchAnswer(origin, { path: page });
    const presses = Array.from({ length: WARMING_PRESSES }, () => ({
      at: 0,
      origin,
      specimenId: SPECIMENS * 2,
      key: randomUUID(),
    }));
    await send(presses);
  }
}

/** `memory`: bytes of one process at most; `cpu`: microseconds of all. */
type Used = { memory: number; cpu: number };

async function watched(shops: Server[], plan: Planned[]): Promise<Used & { crowd: Crowd }> {
  const cpuOf = async () =>
    (await Promise.all(shops.map((shop) => shop.usage()))).reduce((sum, { cpu }) => sum + cpu, 0);
  const before = await cpuOf();
  let memory = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const shop of shops) memory = Math.max(memory, (await shop.usage()).memory);
      await setTimeout(MEMORY_EVERY_MS);
    }
  })();
  const loops = Array.from({ length: beside }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const crowd = await send(plan).finally(() => {
    for (const loop of loops) loop.kill('SIGKILL');
  });
  isOver = true;
  await watching;
  return { crowd, memory, cpu: (await cpuOf()) - before };
}

async function send(plan: Planned[]): Promise<Crowd> {
  const child = fork('bench/rusher.ts', {
    cwd: path.join(import.meta.dirname, '..'),
    execArgv: [],
  });
  try {
    const answer = once(child, 'message');
    child.send(plan);
    const [crowd] = (await answer) as [Crowd | { error: string }];
    if ('error' in crowd) throw new Error(crowd.error);
    return crowd;
  } finally {
    child.kill();
  }
}

function figuresOf(
  name: string,
  { pressed, read }: Crowd,
  { memory, cpu }: Used,
  { orders, lines, pieces }: { orders: number; lines: number; pieces: number },
): Figure[] {
  const at = (all: { ms: number }[], share: number) => {
    const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  };
  const statuses = (all: { status: number }[], are: (status: number) => boolean) =>
    all.filter(({ status }) => are(status)).length;
  const placed = statuses(pressed, (status) => status === 201);
  const figures: Figure[] = [
    { name: 'presses', value: pressed.length, unit: '' },
    { name: 'sold', value: pieces, unit: '', aim: PIECES, isLeast: true },
    { name: 'sold twice', value: lines - pieces, unit: '', aim: 0, most: 0 },
    {
      name: 'told as placed and not there, or the other way round',
      value: Math.abs(placed - orders),
      unit: '',
      aim: 0,
      most: 0,
    },
    {
      name: 'presses neither placed nor told that it is gone',
      value: statuses(pressed, (s) => s !== 201 && s !== 409),
      unit: '',
      aim: 0,
    },
    {
      name: 'presses without an answer',
      value: statuses(pressed, (s) => s === 0),
      unit: '',
      aim: 0,
    },
    {
      name: 'presses asked to come again',
      value: pressed.reduce((sum, { again }) => sum + again, 0),
      unit: '',
    },
    { name: 'orders p50', value: at(pressed, 0.5), unit: 'ms' },
    { name: 'orders p99', value: at(pressed, 0.99), unit: 'ms', aim: 1_000 },
    { name: 'pages read', value: read.length, unit: '' },
    { name: 'pages p50', value: at(read, 0.5), unit: 'ms' },
    { name: 'pages p99', value: at(read, 0.99), unit: 'ms', aim: 100 },
    { name: 'pages refused', value: statuses(read, (status) => status >= 400), unit: '', aim: 0 },
    { name: 'pages without an answer', value: statuses(read, (s) => s === 0), unit: '', aim: 0 },
    { name: 'processor time of the shop', value: cpu / 1e6, unit: 's' },
    { name: 'memory of a process at most', value: memory / 2 ** 20, unit: 'MB', aim: 512 },
  ];
  console.log(
    `${name}: ${figures.map((figure) => `${figure.name} ${Math.round(figure.value)}`).join(', ')}`,
  );
  return figures.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` }));
}
