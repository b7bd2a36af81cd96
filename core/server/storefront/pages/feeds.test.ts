import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { pageNames } from '#core/contract/storefront/page-matching.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { createSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { getSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { addPicture, addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { faultsOf, treeOf } from '#tests/support/xml.ts';
import { arrivalsFeed } from './arrivals-feed.ts';
import { merchantFeed } from './merchant-feed.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfSpecimens } from './sitemap.ts';

const ORIGIN = 'https://druse.example';

/** Titles as nobody should write them. */
const hostile = [
  ']]></title><script>alert(1)</script>',
  "\"><img src=x onerror=alert(1)> & 'quotes' <!-- --> &amp; &#0; <![CDATA[",
  `control \u0001\u0008\u000b\u001f\u007f\ufffe characters`,
  'emoji 💎🪨 and 日本 and العربية \u2028\u2029 \u202e reversed',
];

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  const sitemap = async (part = 1) =>
    (await sitemapOfSpecimens(shop.ctx, ORIGIN, part, new Set())) ?? '';
  const feed = (followed = '') => arrivalsFeed(shop.ctx, ORIGIN, followed, new Set());
  const merchant = async () => (await Array.fromAsync(merchantFeed(shop.ctx, ORIGIN))).join('');
  const listOf = <T>(value: T | T[] | undefined): T[] =>
    value === undefined ? [] : Array.isArray(value) ? value : [value];

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  onTheOtherToo('the sitemap and feeds of an empty shop are valid', async () => {
    expect(await faultsOf(await sitemapIndex(shop.ctx, ORIGIN, new Set()), 'sitemap')).toEqual([]);
    expect(await faultsOf(await sitemapOfPages(shop.ctx, ORIGIN, new Set()), 'sitemap')).toEqual(
      [],
    );
    expect(await sitemapOfSpecimens(shop.ctx, ORIGIN, 1, new Set())).toBeNull();
    expect(await faultsOf(await feed(), 'atom')).toEqual([]);
    expect(await faultsOf(await merchant(), 'rss')).toEqual([]);
  });

  describe('with specimens', () => {
    let ids: number[];
    let hiddenId: number;
    let video: string;
    const known = {
      species: ['Azurite', 'Malachite'],
      locality: ['Milpillas Mine', 'Sonora', 'Mexico'],
      condition: 'Pristine',
      disclosures: [{ kind: 'none-known' as const, note: '' }],
      catalogueNumber: 'AZ-1',
    };
    const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

    beforeAll(async () => {
      const long = 'A long story. '.repeat(800).slice(0, 10_000);
      ids = await addSpecimens(shop.ctx, [
        { title: 'Azurite', price: '1250.00', createdAt: at(1), ...known },
        ...hostile.map((title, index) => ({
          title,
          description: `${title}\n\n${title}`,
          origin: title,
          createdAt: at(2 + index),
        })),
        { title: 'x'.repeat(200), description: long, createdAt: at(7) },
        { title: 'Reserved', status: 'pending' as const, createdAt: at(8) },
        { title: 'Gone', status: 'sold' as const, createdAt: at(9) },
        { title: 'Only shown', forSale: false, createdAt: at(10) },
        { title: 'Ask us', price: 'Price on request', createdAt: at(11) },
        { title: 'Heavy', shippingPrice: 'by arrangement', createdAt: at(12) },
      ]);
      [hiddenId = 0] = await addSpecimens(shop.ctx, [
        {
          title: 'Secret of the drawer',
          visible: false,
          category: 'Meteorites',
          createdAt: at(13),
        },
      ]);
      video = await addVideo(shop.ctx);
      const media = [video, await addPicture(shop.ctx)].map((mediaId) => ({
        mediaId,
        alt: hostile[1] ?? '',
        light: null,
      }));
      const input = specimenInput.parse({
        title: 'Turning',
        category: 'Minerals',
        price: '20',
        forSale: true,
      });
      ids.push((await createSpecimen(shop.ctx, input, media, { createdAt: at(14) })).id);
      await writeSetting(shop.ctx, 'legal', { shipping: 'By post.', returns: '', privacy: '' });
      // Some were added past the services that say so themselves.
      shop.ctx.invalidateCache(null);
    });

    test('the sitemap lists every visible specimen with its pictures and last change', async () => {
      const index = await sitemapIndex(shop.ctx, ORIGIN, new Set());
      const text = await sitemap();
      expect(await faultsOf(index, 'sitemap')).toEqual([]);
      expect(await faultsOf(text, 'sitemap')).toEqual([]);
      expect(listOf(treeOf(index).sitemapindex.sitemap)).toEqual([
        { loc: `${ORIGIN}/sitemap-pages.xml` },
        { loc: `${ORIGIN}/sitemap-1.xml`, lastmod: at(14) },
      ]);
      const urls = treeOf(text).urlset.url;
      const specimens = await Promise.all(
        ids.map((id) => getSpecimen(shop.ctx, id, { hidden: false })),
      );
      expect(urls.map(({ loc }: { loc: string }) => loc)).toEqual(
        specimens.map((specimen) => ORIGIN + specimenPath(specimen)),
      );
      expect(urls.map(({ lastmod }: { lastmod: string }) => lastmod)).toEqual(
        specimens.map(({ updatedAt }) => updatedAt),
      );
      expect(listOf(urls.at(-1)['image:image'])).toHaveLength(2);
      expect(text).not.toContain(video);
    });

    test('the other pages are those with pieces, and legal texts that exist', async () => {
      const text = await sitemapOfPages(shop.ctx, ORIGIN, new Set());
      expect(await faultsOf(text, 'sitemap')).toEqual([]);
      const found = listOf<{ loc: string }>(treeOf(text).urlset.url).map(({ loc }) => loc);
      // Of the legal pages only the written one; others of the table have no such condition.
      const plain = pageNames.filter(
        (name) => pages[name].crawlers === 'index' && pages[name].title !== null,
      );
      const rest = plain.map((name) => `${ORIGIN}${pages[name].path}`);
      const isTopic = (url: string) => /\/(species|locality)\//.test(url);
      expect(found.filter((url) => !isTopic(url))).toEqual([
        `${ORIGIN}/`,
        `${ORIGIN}/?category=Minerals`,
        `${ORIGIN}/collection/minerals`,
        `${ORIGIN}/shipping`,
        ...rest,
      ]);
      expect(found.filter(isTopic).toSorted()).toEqual(
        [
          'locality/1-mexico',
          'locality/2-sonora',
          'locality/3-milpillas-mine',
          'species/azurite',
          'species/malachite',
        ]
          .filter(() => hasFeature('topics'))
          .map((path) => `${ORIGIN}/${path}`),
      );
    });

    test('the feed lists the newest first, with ids that outlive titles and a picture each', async () => {
      const text = await feed();
      expect(await faultsOf(text, 'atom')).toEqual([]);
      const { entry: entries, updated } = treeOf(text).feed;
      expect(updated).toBe(at(14));
      expect(entries.map(({ id }: { id: string }) => id)).toEqual(
        ids.toReversed().map((id) => `${ORIGIN}/specimen/${id}`),
      );
      const links = entries[0].link.map((link: Record<string, string>) => [
        link['@rel'],
        link['@type'],
      ]);
      expect(links).toEqual([
        ['alternate', 'text/html'],
        ['enclosure', 'image/jpeg'],
      ]);
    });

    test('the product feed lists what can be ordered, and what is reserved', async () => {
      const text = await merchant();
      expect(await faultsOf(text, 'rss')).toEqual([]);
      const items = treeOf(text).rss.channel.item;
      const byId = new Map<string, Record<string, string>>(
        items.map((item: Record<string, string>) => [item['g:id'], item]),
      );
      const [azurite, , , , , long, reserved] = ids.map((id) => byId.get(String(id)));
      expect([...byId.keys()].map(Number)).toEqual([...ids.slice(0, 7), ids.at(-1)]);
      expect(azurite).toMatchObject({
        'g:price': '1250.00 USD',
        'g:shipping': { 'g:price': '10.00 USD' },
        'g:availability': 'in_stock',
        'g:identifier_exists': 'no',
        'g:condition': 'new',
      });
      expect(reserved?.['g:availability']).toBe('out_of_stock');
      expect(long?.['g:title']).toHaveLength(150);
      expect(long?.['g:description']).toHaveLength(5_000);
    });

    onTheOtherToo('feeds say what is known of a piece, and nothing of what is not', async () => {
      const items = treeOf(await merchant()).rss.channel.item;
      expect(items[0]).toMatchObject({
        'g:material': 'Azurite/Malachite',
        'g:product_detail': [
          { 'g:attribute_name': 'Species', 'g:attribute_value': 'Azurite, Malachite' },
          { 'g:attribute_name': 'Locality', 'g:attribute_value': 'Milpillas Mine, Sonora, Mexico' },
          { 'g:attribute_name': 'Condition', 'g:attribute_value': 'Pristine' },
          { 'g:attribute_name': 'Repairs and treatment', 'g:attribute_value': 'None known' },
          { 'g:attribute_name': 'Catalog number', 'g:attribute_value': 'AZ-1' },
        ],
      });
      expect([items[1]['g:material'], items[1]['g:product_detail']]).toEqual([
        undefined,
        undefined,
      ]);
      const entries = treeOf(await feed()).feed.entry;
      expect(
        entries.at(-1).category.map((category: Record<string, string>) => category['@term']),
      ).toEqual(['Minerals', 'Azurite', 'Malachite']);
      const content = JSON.stringify(entries.at(-1).content);
      expect(content).toContain('Azurite, Malachite · Milpillas Mine, Sonora, Mexico · $1,250.00');
      expect(content).toContain('Condition: Pristine · Repairs and treatment: None known');
    });

    onTheOtherToo(
      'hostile text comes out as it went in, except characters that XML forbids',
      async () => {
        const titles: string[] = treeOf(await feed()).feed.entry.map(
          ({ title }: { title: string }) => title,
        );
        const decoded = titles.map((title) => title.replaceAll('&#39;', "'"));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
        const forbidden = /[\u0001-\u001f\ufffe]/g;
        for (const title of hostile) expect(decoded).toContain(title.replace(forbidden, ''));
      },
    );

    test('neither sitemap nor feed mentions a hidden or deleted specimen', async () => {
      const admin = await shop.admin();
      const [gone = 0] = await addSpecimens(shop.ctx, [{ title: 'Soon deleted' }]);
      expect(await sitemap()).toContain('soon-deleted');
      expect((await admin.delete(`/api/specimens/${gone}`)).statusCode).toBeLessThan(300);
      const pages = await sitemapOfPages(shop.ctx, ORIGIN, new Set());
      for (const text of [await sitemap(), await feed(), await merchant(), pages]) {
        expect(text).not.toMatch(/secret|drawer|Meteorites|soon.deleted/i);
        expect(text).not.toContain(`/specimen/${hiddenId}`);
      }
    });

    test('a part of the sitemap is made of the specimens whose ids belong to it, and of no others', async () => {
      const tags = new Set<string>();
      await sitemapOfSpecimens(shop.ctx, ORIGIN, 1, tags);
      expect([...tags].filter((tag) => tag.startsWith('specimen '))).toHaveLength(1_000);
      expect(tags.has('specimen 1000') && !tags.has('specimen 1001')).toBe(true);
      expect(await sitemapOfSpecimens(shop.ctx, ORIGIN, 2, new Set())).toBeNull();
    });
  });
});
