/** What a filtered list costs, and the counts of all filters beside it, each uncached. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { postgresBinaries, startPrimary } from '#tests/support/postgres-cluster.ts';
import { compare, type Load, type Rounds } from './compare.ts';
import type { Results, Row } from './results.ts';
import { seedSpecimens } from './seed.ts';
import { type Asker, type BareServer, fetchAnswer, startShop } from './servers.ts';

const SPECIMENS = 100_000;
const CONNECTIONS = 2;
const DIFFERENT = 3_000;
/** Microseconds of processor time; both together are a page of the gallery. */
const AIM = { cpu: 10_000 };

type Tools = { asker: Asker; bare: BareServer; rounds: Rounds };
type FilterMeasure = { what: string; load: Load; most?: undefined; aim: typeof AIM };

/** The same filters for lists and for counts, each once: what has been asked for is cached. */
export function filterMeasures(): FilterMeasure[] {
  const kinds = ['species=quartz', 'species=calcite&category=Crystals', 'locality=3', 'size=cabinet&sold=hide', 'disclosure=none'];
  const queries = Array.from({ length: DIFFERENT }, (_, at) => `${kinds[at % kinds.length]}&minPrice=${10 + at}`);
  const load = (path: string): Load => ({ asks: queries.map((query) => ({ path: path + query })), again: false, connections: CONNECTIONS });
  return [
    { what: 'Filtered list, uncached', load: load('/api/specimens?limit=24&'), aim: AIM },
    { what: 'Counts of all filters, uncached', load: load('/api/facets?'), aim: AIM },
  ];
}

/** Measures them on a PostgreSQL server of its own. Nothing where this machine has none. */
export async function measureFiltersOnPostgres(tools: Tools): Promise<Partial<Results>> {
  if (!postgresBinaries) return { notes: ['Filters on PostgreSQL were not measured: no PostgreSQL server binaries on this machine.'] };
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-bench-'));
  const postgres = await startPrimary(folder);
  try {
    const databaseUrl = `postgres://druse@127.0.0.1:${postgres.port}/postgres`;
    const database = await openDatabase({ databaseUrl, dataDir: '' });
    await prepareDatabase(database);
    await seedSpecimens(database, SPECIMENS);
    await database.close();
    const shop = await startShop(folder, { DATABASE_URL: databaseUrl, DEMO: 'off' });
    try {
      // The index is read once, when somebody first asks.
      await fetchAnswer(shop.origin, { path: '/api/facets' });
      const rows: Row[] = [];
      for (const { what, load, aim } of filterMeasures()) {
        const { bytes, ...measured } = await compare(shop, load, tools);
        rows.push({ what: `${what}, PostgreSQL`, specimens: SPECIMENS, connections: load.connections, bytes, ...measured, aim });
      }
      return { rows, notes: ['The processor time of PostgreSQL itself is not counted.'] };
    } finally {
      await shop.stop();
    }
  } finally {
    await postgres.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
