/** What a filtered list costs, and the counts of all filters beside it, each uncached. */
import { compare, type Load, type Rounds } from './compare.ts';
import type { Results, Row } from './results.ts';
import { type Asker, type BareServer, fetchAnswer, startShop } from './servers.ts';
import { onPostgres } from './shops.ts';

const SPECIMENS = 100_000;
const CONNECTIONS = 2;
const DIFFERENT = 3_000;
/** Microseconds of processor time; both together are a page of the gallery. */
const AIM = { cpu: 10_000 };

type Tools = { asker: Asker; bare: BareServer; rounds: Rounds };
type FilterMeasure = { what: string; load: Load; most?: undefined; aim: typeof AIM };

/** The same filters for lists and for counts, each once: what has been asked for is cached. */
export function filterMeasures(): FilterMeasure[] {
  const kinds = [
    'species=quartz',
    'species=calcite&category=Crystals',
    'locality=3',
    'size=cabinet&sold=hide',
    'disclosure=none',
  ];
  const queries = Array.from(
    { length: DIFFERENT },
    (_, at) => `${kinds[at % kinds.length]}&minPrice=${10 + at}`,
  );
  const load = (path: string): Load => ({
    asks: queries.map((query) => ({ path: path + query })),
    again: false,
    connections: CONNECTIONS,
  });
  return [
    { what: 'Filtered list, uncached', load: load('/api/specimens?limit=24&'), aim: AIM },
    { what: 'Counts of all filters, uncached', load: load('/api/facets?'), aim: AIM },
  ];
}

export const measureFiltersOnPostgres = (tools: Tools): Promise<Partial<Results>> =>
  onPostgres('Filters', SPECIMENS, async ({ databaseUrl, dataDir }) => {
    const shop = await startShop(dataDir, { DATABASE_URL: databaseUrl, DEMO: 'off' });
    try {
      // The index is read once, when somebody first asks.
      await fetchAnswer(shop.origin, { path: '/api/facets' });
      const rows: Row[] = [];
      for (const { what, load, aim } of filterMeasures()) {
        const { bytes, ...measured } = await compare(shop, load, tools);
        rows.push({
          what: `${what}, PostgreSQL`,
          specimens: SPECIMENS,
          connections: load.connections,
          bytes,
          ...measured,
          aim,
        });
      }
      return { rows, notes: ['The processor time of PostgreSQL itself is not counted.'] };
    } finally {
      await shop.stop();
    }
  });
