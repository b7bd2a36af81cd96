/** What a price list of 10,000 rows costs, on SQLite and on PostgreSQL, and how long visitors wait meanwhile. */
import { rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { ForeignLook } from '#features/sheets/contract/sheet-look.ts';
import { csvHeading, csvRows } from '#platform/csv.ts';
import { adminHeaders } from './admin.ts';
import type { Figure, Results } from './results.ts';
import { randomNumbers, wordSource } from './seed.ts';
import { fetchAnswer, readJson, type Server, startShop } from './servers.ts';
import { copyOfShop, onPostgres } from './shops.ts';
import { p99, type Visits, visit } from './visitors.ts';

const SPECIMENS = 10_000;
const ROWS = 10_000;
const QUIET_MS = 10_000;
const AIM_SECONDS = 60;
const AIM_P99_MS = 250;

export async function measureImports(): Promise<Partial<Results>> {
  const dataDir = await copyOfShop(SPECIMENS);
  const figures = await measureOn('SQLite', dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  const { figures: others = [], notes = [] } = await onPostgres(
    'Imports',
    SPECIMENS,
    async (place) => ({
      figures: await measureOn('PostgreSQL', place.dataDir, { DATABASE_URL: place.databaseUrl }),
    }),
  );
  return { figures: [...figures, ...others], notes: [...notes, load()] };
}

/** What else the machine does counts for more than the shop, where it does much. */
const load = () =>
  `Load of the machine at the end of the imports: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')} on ${availableParallelism()} cores.`;

async function measureOn(
  engine: string,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Figure[]> {
  const shop = await startShop(dataDir, environment);
  try {
    return await measure(engine, shop);
  } finally {
    await shop.stop();
  }
}

async function measure(engine: string, shop: Server): Promise<Figure[]> {
  const headers = {
    ...(await adminHeaders(shop.origin)),
    'content-type': 'application/octet-stream',
  };
  const body = Buffer.from(priceList()).toString('base64');
  const { matching } = (await readJson(shop, {
    method: 'POST',
    path: '/api/manage/import/look',
    headers,
    body,
  })) as ForeignLook;
  const figures: Figure[] = [];
  const told = (when: string, { cached, uncached, refused }: Visits, aim?: number) => {
    const goal = aim === undefined ? {} : { aim };
    figures.push({
      name: `Visitors, cached page, p99 ${when}, ${engine}`,
      value: p99(cached),
      unit: 'ms',
      ...goal,
    });
    figures.push({
      name: `Visitors, uncached page, p99 ${when}, ${engine}`,
      value: p99(uncached),
      unit: 'ms',
      ...goal,
    });
    figures.push({
      name: `Visitors turned away ${when}, ${engine}`,
      value: refused,
      unit: 'pages',
    });
  };

  const before = visit(shop, 1);
  await setTimeout(QUIET_MS);
  told('before the import', await before.stop());

  for (const [name, dryRun] of [
    ['Preview', 'true'],
    ['Import', 'false'],
  ] as const) {
    const query = new URLSearchParams({
      dryRun,
      name: 'bench.csv',
      matching: JSON.stringify(matching),
    });
    const during = visit(shop, 5_000);
    const before = (await shop.usage()).cpu;
    const begun = performance.now();
    const { body: events } = await fetchAnswer(shop.origin, {
      method: 'POST',
      path: `/api/manage/import?${query}`,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
    });
    const seconds = (performance.now() - begun) / 1000;
    const last = Buffer.from(events, 'base64').toString().trim().split('\n').at(-1) ?? '';
    const { report } = JSON.parse(last);
    if (!report) throw new Error(last);
    figures.push({
      name: `${name} of ${report.specimens.added.toLocaleString('en-US')} rows, ${engine}`,
      value: seconds,
      unit: 's',
      aim: AIM_SECONDS,
    });
    const cpu = ((await shop.usage()).cpu - before) / 1e6;
    figures.push({
      name: `${name} of these rows, ${engine}`,
      value: cpu,
      unit: 's of processor time',
    });
    told(`during the ${name.toLowerCase()}`, await during.stop(), AIM_P99_MS);
  }
  return figures;
}

/** As a dealer's: a number, a title, where it is from, two amounts and a few words. */
function priceList(): string {
  const words = wordSource(randomNumbers(7));
  const columns = ['Number', 'Title', 'Locality', 'Price', 'Cost', 'Description'];
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    Number: `L-${index + 1}`,
    Title: words.title(),
    Locality: words.place(),
    Price: `${20 + (index % 400)}.00`,
    Cost: `${10 + (index % 200)}.00`,
    Description: words.description(),
  }));
  return csvHeading(columns) + csvRows(columns, rows);
}
