/** What it costs to read a shop of some size: pages and calls, each in turn with a bare server that answers the same bytes. */
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { adminHeaders } from './admin.ts';
import { compare, type Rounds } from './compare.ts';
import { filterMeasures } from './filters.ts';
import type { Ask } from './load.ts';
import type { Figure, Row } from './results.ts';
import { randomNumbers, wordSource } from './seed.ts';
import { type Asker, type BareServer, fetchAnswer, readJson, type Server } from './servers.ts';

const LIST = '/api/specimens?limit=24';
/** Connections for cached responses, and for uncached ones. */
const MANY = 16;
const FEW = 2;
const MAX_NEW = 3_000;

/** Seconds until the engine has compiled what answers: the bare server, which is asked through all sizes, has long since. */
const WARM_UP = 3;

type Tools = { asker: Asker; bare: BareServer; rounds: Rounds };

export async function measureReads(
  shop: Server,
  specimens: number,
  tools: Tools,
): Promise<{ rows: Row[]; figures: Figure[] }> {
  const newest = (await readJson(shop, { path: LIST })) as Specimen[];
  const first = newest[0];
  if (!first) throw new Error('The shop is empty');
  await tools.asker.run({ origin: shop.origin, ...cached('/'), seconds: WARM_UP });
  const cursors = await readCursors(shop);
  const words = wordSource(randomNumbers(7));
  // Each once: what has been requested before is cached.
  const different = (make: () => string) => {
    const all = new Set<string>();
    while (all.size < MAX_NEW) all.add(make());
    return [...all].map(encodeURIComponent);
  };
  const terms = different(() => `${words.word()} ${words.word()}`);
  const halfTyped = different(() => `${words.word()} ${words.word().slice(0, 3)}`);
  const uncached = (asks: Ask[]) => ({ asks, again: false, connections: FEW });
  const admin = await adminHeaders(shop.origin);
  const pages = Math.ceil(specimens / 12);
  const manage = Array.from({ length: Math.min(pages, 500) }, (_, page) => ({
    path: `/api/manage/specimens?page=${page + 1}`,
    headers: admin,
  }));

  const measures = [
    { what: 'Home, cached', load: cached('/'), most: 3, aim: { ratio: 1.5 } },
    {
      what: 'Specimen page, cached',
      load: cached(specimenPath(first)),
      most: 3,
      aim: { ratio: 1.5 },
    },
    { what: 'List call, cached', load: cached(LIST), aim: { ratio: 4 } },
    {
      what: 'List call, uncached',
      load: uncached(cursors.map((cursor) => ({ path: `${LIST}&cursor=${cursor}` }))),
      aim: { cpu: 1000 },
    },
    {
      what: 'Home, uncached',
      load: uncached(cursors.map((cursor) => ({ path: `/?cursor=${cursor}` }))),
    },
    {
      what: 'Search, uncached',
      load: uncached(terms.map((term) => ({ path: `${LIST}&search=${term}` }))),
      aim: { p99: 15 },
    },
    {
      what: 'Suggestions, uncached',
      load: uncached(halfTyped.map((term) => ({ path: `/api/suggestions?search=${term}` }))),
    },
    ...filterMeasures(),
    { what: "Manage's list, uncached", load: { asks: manage, again: true, connections: FEW } },
  ];
  const rows: Row[] = [];
  for (const { what, load, most, aim } of measures) {
    const { bytes, ...measured } = await compare(shop, load, tools);
    rows.push({ what, specimens, connections: load.connections, bytes, ...measured, most, aim });
  }
  const { memory } = await shop.usage();
  return {
    rows,
    figures: [
      {
        name: `Memory after these reads, ${specimens.toLocaleString('en-US')} specimens`,
        value: memory / 1e6,
        unit: 'MB',
      },
    ],
  };
}

const cached = (path: string) => ({ asks: [{ path }], again: true, connections: MANY });

/** Places in the list, every second specimen one. */
async function readCursors(shop: Server): Promise<string[]> {
  const cursors: string[] = [];
  let path = '/api/specimens?limit=2';
  while (cursors.length < MAX_NEW) {
    const { link } = (await fetchAnswer(shop.origin, { path })).headers;
    const next = /<([^>]+)>; rel="next"/.exec(String(link ?? ''))?.[1];
    if (!next) break;
    path = next;
    cursors.push(new URL(next, shop.origin).searchParams.get('cursor') ?? '');
  }
  return cursors.map(encodeURIComponent);
}
