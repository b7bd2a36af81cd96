import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { corpus, expectedMatches, placesOf } from '#tests/support/search-corpus.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';

const all = [...new Set(corpus.flatMap((piece) => placesOf(piece).flat()))];

/** Terms as visitors type them: words of the corpus, begun, mistyped, in capitals, and whatever else keys can give. */
const typedWord = fc
  .tuple(
    fc.constantFrom(...all),
    fc.constantFrom('whole', 'begun', 'lost', 'doubled', 'exchanged', 'replaced', 'capitals'),
    fc.nat(),
  )
  .map(([word, way, number]) => {
    const letters = Array.from(word);
    const at = number % letters.length;
    if (way === 'begun') return letters.slice(0, at + 1).join('');
    if (way === 'lost') return letters.toSpliced(at, 1).join('');
    if (way === 'doubled') return letters.toSpliced(at, 0, letters[at] ?? '').join('');
    if (way === 'exchanged')
      return letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse()).join('');
    if (way === 'replaced') return letters.with(at, 'y').join('');
    return way === 'capitals' ? word.toUpperCase() : word;
  });
const separator = fc.constantFrom(' ', '  ', ', ', '" "', ' -', '* ', ' AND ', ' %_ ');
const terms = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(typedWord, { minLength: 1, maxLength: 3 })
      .chain((words) => separator.map((between) => words.join(between))),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...'ab*"\'%_\\-() NEAR💎ß;:'), maxLength: 20 }),
  },
);

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;
  let ids: number[];
  let visitor: Browser;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    // In parts, so that pieces lie in several chunks of the index.
    const half = Math.floor(corpus.length / 2);
    ids = await addSpecimens(shop.ctx, corpus.slice(0, half));
    await moveIds(database, 8_190);
    ids.push(...(await addSpecimens(shop.ctx, corpus.slice(half))));
    visitor = shop.visitor();
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const listPath = (query: Record<string, string>) =>
    `/api/specimens?${new URLSearchParams(query)}`;
  const find = async (term: string, who = visitor): Promise<Specimen[]> => {
    const response = await who.get(listPath({ search: term }));
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const titles = async (term: string) => (await find(term)).map(({ title }) => title);
  const placesIn = (specimens: Specimen[]) => specimens.map(({ id }) => ids.indexOf(id));

  describe('a search of the corpus', () => {
    test('finds every expected specimen, best first', async () => {
      const runs = times(30, engine === 'pglite' ? 40 : 120);
      await fc.assert(
        fc.asyncProperty(terms, fc.boolean(), async (term, hidden) => {
          fc.pre(term.trim() !== '');
          const expected = expectedMatches(term, corpus, hidden);
          const found = placesIn(await find(term, hidden ? admin : visitor));
          expect(found.toSorted((a, b) => a - b)).toEqual(
            [...expected.keys()].toSorted((a, b) => a - b),
          );
          const ranks = found.map((place) => expected.get(place));
          expect(ranks).toEqual(ranks.toSorted());
        }),
        { numRuns: runs },
      );
    });

    test('ignores marks, ligatures and capitals, and finds beginnings, other sequences and typing errors', async () => {
      expect(await titles('AMETHYSTE vigas')).toEqual(['Améthyste, Las Vigas']);
      expect(await titles('veracr améth')).toEqual(['Améthyste, Las Vigas']);
      expect(await titles('weissbleierz')).toEqual(['Weißbleierz (Cerussit)']);
      expect(await titles('roros')).toEqual(['Røros chalcopyrite']);
      expect(await titles('lodzkie')).toEqual(['Sól kamienna – halite']);
      expect(await titles('λαυριον')).toEqual(['Αραγωνίτης']);
      expect(await titles('ДАТОЛИТ')).toEqual(['Датолит']);
      expect(await titles('水晶')).toEqual(['紫水晶 amethyst']);
      expect(await titles('agate fluorite')).toEqual(['ﬂuorite on Ａｇａｔｅ']);
      expect(await titles('ohara')).toEqual([`O'Hara's "geode" 5*`]);
      expect(await titles('💎')).toEqual(['💎 Herkimer “diamond”']);
      expect(await titles('rogerly')).toEqual(['Fluorite']);
      expect(await titles('opel')).toEqual([]);
      expect(await titles('opals')).toEqual(['Opal']);
      expect(await titles('rogreley')).toEqual(['Fluorite']);
    });

    test('ranks exact words before beginnings before typing errors, and titles first', async () => {
      expect(await titles('fluorite')).toEqual(
        ['ﬂuorite on Ａｇａｔｅ', 'Fluorite', 'Fluorites and quartz', 'Flourite'].toSorted(
          byNewest,
        ),
      );
      const names = await titles('elbaite');
      const begins = (title: string) => title.startsWith('Elbaite');
      expect(names.findLastIndex(begins)).toBe(names.filter(begins).length - 1);
      expect((await titles('copper')).slice(0, 2)).toEqual(['Copper', 'Silver wire']);
      expect((await titles('silver')).slice(0, 2)).toEqual(['Silver wire', 'Copper']);
      // Of a stone's name the first letter is typed right.
      expect(await titles('copper')).not.toContain('Hopper crystal of halite');
    });

    function byNewest(a: string, b: string): number {
      const rank = (title: string) => ({ 'Fluorites and quartz': 1, Flourite: 2 })[title] ?? 0;
      const at = (title: string) => corpus.findIndex((piece) => piece.title === title);
      return rank(a) - rank(b) || at(b) - at(a);
    }

    test('treats operators as text', async () => {
      for (const term of [
        '100% natural_piece',
        '"geode" 5*',
        "o'hara's; DROP TABLE",
        '\\',
        '%',
        '_',
        '*',
      ]) {
        expect((await titles(term))[0], term).toBe(`O'Hara's "geode" 5*`);
      }
      expect(await titles('NEAR mint')).toEqual(['💎 Herkimer “diamond”']);
      for (const term of ['NOT', '-quartz AND nothing', '^', 'quartz OR nothing', '~', '(((']) {
        const expected = [...expectedMatches(term, corpus, false).keys()];
        expect(placesIn(await find(term)).toSorted(), term).toEqual(expected.toSorted());
      }
    });

    test('uses the first 200 characters of a term, and refuses a term that is not text', async () => {
      expect(await titles(`weissbleierz${' '.repeat(200)}nothing`)).toEqual([
        'Weißbleierz (Cerussit)',
      ]);
      expect(await titles('x'.repeat(7_000))).toEqual([]);
      for (const term of ['a%00b', '%00', '%ED%A0%80', '%FF']) {
        const { statusCode } = await visitor.get(`/api/specimens?search=${term}`);
        expect([200, 400], term).toContain(statusCode);
        if (term.includes('%00')) expect(statusCode).toBe(400);
      }
      expect((await visitor.get(`/api/specimens?search=${'x'.repeat(10_000)}`)).statusCode).toBe(
        414,
      );
    });
  });

  test('a visitor never finds a hidden specimen, not even by a word that only hidden ones have', async () => {
    expect(await titles('secretword')).toEqual([]);
    expect(await titles('unseen')).toEqual([]);
    expect((await find('secretword', admin)).map(({ title }) => title)).toEqual([
      'Unseen amethyst',
    ]);
    const { headers } = await visitor.get(listPath({ search: 'amethyst', limit: '1' }));
    expect(headers['x-total-count']).toBe(String(expectedMatches('amethyst', corpus, false).size));
  });

  describe('pages of a search', () => {
    const pagesOf = async (query: Record<string, string>): Promise<Specimen[]> => {
      const found: Specimen[] = [];
      let next: string | undefined = listPath(query);
      for (let page = 0; next !== undefined && page < 200; page++) {
        const response = await visitor.get(next);
        expect(response.statusCode).toBe(200);
        found.push(...response.json());
        next = /^<(.*)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
      }
      return found;
    };

    test.each<Record<string, string>>([
      {},
      { sort: 'newest' },
      { sort: 'price-up' },
      { sort: 'price-down' },
      { category: 'Crystals' },
      { status: 'available' },
      { minPrice: '50' },
    ])('neither lose nor repeat anything: %j', async (query) => {
      const whole: Specimen[] = (await visitor.get(listPath({ search: 'geode', ...query }))).json();
      const paged = await pagesOf({ search: 'geode', ...query, limit: '3' });
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
      expect(whole.length).toBeGreaterThan(3);
      const { headers } = await visitor.get(listPath({ search: 'geode', ...query, limit: '3' }));
      expect(headers['x-total-count']).toBe(String(whole.length));
    });

    test('refuse a cursor of another sort', async () => {
      const { headers } = await visitor.get(listPath({ search: 'quartz', limit: '2' }));
      const cursor =
        new URLSearchParams(/\?(.*)>/.exec(String(headers.link))?.[1]).get('cursor') ?? '';
      expect((await visitor.get(listPath({ limit: '2', cursor }))).statusCode).toBe(400);
      expect(
        (await visitor.get(listPath({ search: 'quartz', sort: 'newest', limit: '2', cursor })))
          .statusCode,
      ).toBe(400);
    });

    test('can be filtered and sorted', async () => {
      const sold: Specimen[] = (
        await visitor.get(listPath({ search: 'pyrite', status: 'sold' }))
      ).json();
      expect(sold.length).toBeGreaterThan(0);
      expect(sold.every(({ status }) => status === 'sold')).toBe(true);
      const prices = (
        await pagesOf({ search: 'geode', sort: 'price-up', limit: '4', minPrice: '30' })
      ).map(({ price }) => Number(price));
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect(prices.every((price) => price >= 30)).toBe(true);
    });
  });

  test.skipIf(engine !== 'postgres')(
    'a search that takes longer than two seconds is answered 503',
    async () => {
      await database.db.transaction().execute(async (tx) => {
        await sql`lock table search_tokens in access exclusive mode`.execute(tx);
        const response = await visitor.get(listPath({ search: 'held up' }));
        expect([
          response.statusCode,
          response.headers['retry-after'],
          response.json().message,
        ]).toEqual([
          503,
          '5',
          'Search is taking too long right now. Please try again in a moment.',
        ]);
      });
      expect((await visitor.get(listPath({ search: 'pyrite' }))).statusCode).toBe(200);
    },
  );

  test('Manage finds the same and hidden specimens too, and counts the matches', async () => {
    const page = async (query: Record<string, string>) =>
      (await admin.get(`/api/manage/specimens?${new URLSearchParams(query)}`)).json();
    const expected = expectedMatches('quartz', corpus, true);
    const first = await page({ search: 'quartz' });
    expect(first.total).toBe(expected.size);
    expect(first.counts.all).toBe(expected.size);
    expect(first.counts.visible).toBe(expectedMatches('quartz', corpus, false).size);
    const hidden = await page({ search: 'unseen', visibility: 'hidden' });
    expect(hidden.specimens.map(({ title }: Specimen) => title)).toEqual([
      'Unseen quarzite',
      'Unseen amethyst',
    ]);
    expect((await page({ search: 'unseen', visibility: 'visible' })).total).toBe(0);
    expect((await page({ search: 'no such stone' })).total).toBe(0);
  });
});

/** The next id will be a higher one. */
async function moveIds({ db, dialect }: TestDatabase, last: number): Promise<void> {
  const { raiseCounters } = await import('#platform/db/backup/counters.ts');
  await db.transaction().execute((tx) => raiseCounters(tx, dialect, { specimens: last }));
}
