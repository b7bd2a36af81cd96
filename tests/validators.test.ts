/** What machines read in the pages that the server sends: valid HTML, honest structured data, link previews, addresses. */
import path from 'node:path';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { pageNames } from '#core/contract/storefront/page-matching.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { createSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { createPageApi, Reading } from '#core/server/storefront/pages/page-api.ts';
import { createBuiltRenderer, type Renderer } from '#platform/rendering/renderer.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { addPicture, addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { builtShop } from './support/shop-process.ts';

const ORIGIN = 'https://druse.example';
const HOSTILE = `</script><script>alert(1)</script><!-- ]]> \u2028\u2029 "quoted" & 'so' 💎 &lt;`;

let database: TestDatabase;
let shop: TestApp;
let renderer: Renderer;

beforeAll(async () => {
  await builtShop();
  database = await makeSqlite();
  shop = await makeApp(database);
  renderer = await createBuiltRenderer(path.join(import.meta.dirname, '../dist'));
});
afterAll(async () => {
  await renderer.close();
  await shop.app.close();
  await database.close();
});

const render = (target: string, shell = false) =>
  renderer.render(target, { api: createPageApi(shop.ctx, new Reading()), origin: ORIGIN, shell });
const page = async (target: string, { shell = false } = {}): Promise<string> =>
  (await render(target, shell)).html;

type Node = Record<string, unknown> & { '@type': string | string[] };

/** The nodes of the page's structured data, by type. */
function structured(html: string): Map<string, Node> {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text]) => JSON.parse(text ?? ''),
  );
  expect(scripts.length).toBeLessThanOrEqual(1);
  const nodes: Node[] = scripts.flatMap((script) => script['@graph']);
  return new Map(nodes.map((node) => [[node['@type']].flat()[0] ?? '', node]));
}

/** What the head says by name or property. */
const meta = (html: string) =>
  new Map(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
      ([, name, content]) => [name, content],
    ),
  );
const canonical = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

async function add(
  given: Parameters<typeof specimenInput.parse>[0] & object,
  media?: string[],
): Promise<{ id: number; html: string }> {
  const input = specimenInput.parse({
    title: 'Fluorite',
    category: 'Minerals',
    price: '640',
    shippingPrice: '22',
    forSale: true,
    ...given,
  });
  const ids = media ?? [await addPicture(shop.ctx)];
  const { id } = await createSpecimen(
    shop.ctx,
    input,
    ids.map((mediaId) => ({ mediaId, alt: 'Cubes', light: null })),
  );
  return { id, html: await page(`/specimen/${id}`) };
}

describe("a specimen's page", () => {
  test('describes a specimen that can be bought as a product with an offer and breadcrumbs', async () => {
    const known = {
      species: ['Fluorite'],
      locality: ['Rogerley Mine', 'Weardale', 'England'],
      condition: 'Fine',
      disclosures: [{ kind: 'none-known', note: '' }],
      catalogueNumber: 'F-7',
    };
    const given = {
      ...known,
      dimensions: '4 × 3 cm',
      weight: '312 g',
      tags: ['green'],
      description: 'Twinned cubes.',
    };
    const { id, html } = await add(given);
    const url = `${ORIGIN}/specimen/${id}-fluorite`;
    const found = structured(html);
    expect(found.get('Product')).toMatchObject({
      '@type': ['Product', 'IndividualProduct'],
      url,
      name: 'Fluorite',
      description: 'Twinned cubes.',
      image: [expect.stringMatching(/^https:\/\/druse\.example\/media\/[0-9a-f]{32}-full\.jpg$/)],
      sku: 'F-7',
      productID: String(id),
      material: ['Fluorite'],
      countryOfOrigin: { '@type': 'Country', name: 'England' },
      category: 'Minerals',
      size: '4 × 3 cm',
      weight: { value: 312, unitCode: 'GRM' },
      additionalProperty: [
        { name: 'Locality', value: 'Rogerley Mine, Weardale, England' },
        { name: 'Species', value: 'Fluorite' },
        { name: 'Condition', value: 'Fine' },
        { name: 'Repairs and treatment', value: 'None known' },
      ],
      offers: {
        price: '640.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url,
      },
    });
    const steps = found.get('BreadcrumbList')?.itemListElement as {
      name: string;
      item: string;
      position: number;
    }[];
    expect(steps.map(({ position, name, item }) => [position, name, item])).toEqual([
      [1, 'Druse', `${ORIGIN}/`],
      [2, 'Minerals', `${ORIGIN}/?category=Minerals`],
      [3, 'Fluorite', url],
    ]);
    expect(canonical(html)).toBe(url);
    expect(canonical(await page(`/specimen/${id}-fluorite`))).toBe(url);
  });

  test.each([
    ['pending', 'Reserved'],
    ['sold', 'SoldOut'],
  ] as const)('offers a specimen that is %s as %s', async (status, availability) => {
    const { html } = await add({ status });
    expect(structured(html).get('Product')?.offers).toMatchObject({
      availability: `https://schema.org/${availability}`,
    });
  });

  test.each([
    ['is not for sale', { forSale: false }],
    ['has no price', { price: null }],
    ['has words for a price', { price: 'Price on request' }],
    ['has words for shipping', { shippingPrice: 'by arrangement' }],
  ])('makes no offer of a specimen that %s', async (_, given) => {
    const { html } = await add(given);
    expect(structured(html).get('Product')).not.toHaveProperty('offers');
  });

  test('describes a lot of several as a plain product', async () => {
    expect(structured((await add({ quantity: 7 })).html).get('Product')?.['@type']).toBe('Product');
  });

  test('has no structured weight where the weight is free text', async () => {
    expect(structured((await add({ weight: 'heavy' })).html).get('Product')).not.toHaveProperty(
      'weight',
    );
  });

  test('has a link preview with the picture, its size and its alternative text', async () => {
    const { id, html } = await add({});
    const said = meta(html);
    expect(Object.fromEntries(said)).toMatchObject({
      'og:type': 'product',
      'og:title': 'Fluorite',
      'og:url': `${ORIGIN}/specimen/${id}-fluorite`,
      'og:site_name': 'Druse',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:type': 'image/jpeg',
      'og:image:alt': 'Cubes',
      'twitter:card': 'summary_large_image',
      'product:price:amount': '640.00',
      'product:availability': 'in stock',
    });
    expect(said.get('og:image')).toMatch(
      /^https:\/\/druse\.example\/media\/[0-9a-f]{32}-preview\.jpg$/,
    );
  });

  test('names a video beside its poster', async () => {
    const video = await addVideo(shop.ctx);
    const { html } = await add({}, [video]);
    const said = meta(html);
    expect(said.get('og:video')).toBe(`${ORIGIN}/media/${video}.mp4`);
    expect([
      said.get('og:video:type'),
      said.get('og:video:width'),
      said.get('og:video:height'),
    ]).toEqual(['video/mp4', '1280', '720']);
    expect(structured(html).get('Product')?.subjectOf).toMatchObject([
      { '@type': 'VideoObject', contentUrl: `${ORIGIN}/media/${video}.mp4` },
    ]);
  });

  test('shows hostile text as text', async () => {
    const { html } = await add({
      title: HOSTILE,
      description: HOSTILE.repeat(90),
      origin: HOSTILE,
      weight: HOSTILE,
      tags: [HOSTILE.slice(0, 60)],
    });
    const found = structured(html).get('Product');
    expect(found).toMatchObject({
      name: HOSTILE,
      additionalProperty: [{ value: HOSTILE }],
      keywords: HOSTILE.slice(0, 60),
    });
    const script = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(script).not.toMatch(/[<>&\u2028\u2029]/);
    expect(html).not.toContain('<script>alert');
  });

  test('does not exist for a hidden specimen, which is on no other page either', async () => {
    const { id } = await add({ title: 'Hidden away', visible: false });
    for (const target of [`/specimen/${id}`, '/', '/?category=Minerals', '/?search=hidden']) {
      expect(await page(target)).not.toContain('Hidden away');
    }
    expect(structured(await page(`/specimen/${id}`)).size).toBe(0);
  });
});

describe('the gallery', () => {
  test('describes the shop, its search and the listed specimens', async () => {
    await addSpecimens(shop.ctx, Array(12).fill({}));
    const html = await page('/');
    const found = structured(html);
    expect(found.get('WebSite')?.potentialAction).toMatchObject({
      '@type': 'SearchAction',
      target: { urlTemplate: `${ORIGIN}/?search={search_term_string}` },
    });
    expect(found.get('Organization')).toMatchObject({ name: 'Druse', url: `${ORIGIN}/` });
    const items = found.get('ItemList')?.itemListElement as { url: string }[];
    expect(items).toHaveLength(12);
    for (const item of items) {
      // What Google asks for on a page that sums up others.
      expect(Object.keys(item).sort()).toEqual(['@type', 'position', 'url']);
      expect(html).toContain(`href="${item.url.slice(ORIGIN.length)}"`);
    }
    expect(html).toContain('<link rel="alternate" type="application/atom+xml"');
    expect(html).toMatch(/<html lang="en"/);
    expect(meta(html).get('theme-color')).toBeTruthy();
  });

  test.each([
    ['/', `${ORIGIN}/`],
    ['/?sort=price-up', `${ORIGIN}/`],
    ['/?category=Minerals', `${ORIGIN}/?category=Minerals`],
    ['/?category=Minerals&sort=price-down', `${ORIGIN}/?category=Minerals`],
  ])('at %s is indexed', async (target, expected) => {
    const html = await page(target);
    expect(canonical(html)).toBe(expected);
    expect(meta(html).get('robots')).toBe('max-image-preview:large');
  });

  test.each([
    '/?search=fluorite',
    '/?status=sold',
    '/?minPrice=5',
    '/?category=Minerals&maxPrice=90',
  ])('at %s is followed but not indexed', async (target) => {
    const html = await page(target);
    expect(canonical(html)).toBeUndefined();
    expect(meta(html).get('robots')).toBe('noindex, follow');
    expect(structured(html).size).toBe(0);
  });
});

test('no list or filter leads to a gallery that is switched off', async () => {
  const leads = ['href="#gallery"', 'href="/#gallery"', 'type="search"', 'href="/#gemstones"'];
  const { id } = await add({ dimensions: '62 x 41 mm', tags: ['green', 'old find'] });
  const found = async () => {
    const html = await page('/');
    return leads.filter((lead) => html.includes(lead));
  };
  const foundOnPiece = async () =>
    [...(await page(`/specimen/${id}`)).matchAll(/href="\/\?([^"]*)#gallery"/g)].map(
      ([, list]) => list,
    );
  const shown = await readSetting(shop.ctx, 'section_visibility');
  await writeSetting(shop.ctx, 'section_visibility', { ...shown, gallery: false });
  expect([await found(), await foundOnPiece()]).toEqual([[], []]);
  await writeSetting(shop.ctx, 'section_visibility', shown);
  expect([await found(), await foundOnPiece()]).toEqual([
    leads,
    ['search=green', 'search=old+find', 'size=small-cabinet'],
  ]);
});

const indexed = pageNames.filter(
  (name) => pages[name].crawlers === 'index' && !pages[name].path.includes('$'),
);
test.each(indexed)(
  'the page %s, which is in the sitemap, has a title and its own address, and may be indexed',
  async (name) => {
    const before = await readSetting(shop.ctx, 'legal');
    await writeSetting(shop.ctx, 'legal', {
      shipping: 'By post.',
      returns: 'Within two weeks.',
      privacy: 'Orders alone.',
    });
    const { path } = pages[name];
    const { status, html } = await render(path);
    expect([status, canonical(html)]).toEqual([200, ORIGIN + path]);
    expect(/<title>[^<]+</.test(html)).toBe(true);
    expect(meta(html).get('robots') ?? '').not.toContain('noindex');
    await writeSetting(shop.ctx, 'legal', before);
  },
);

describe('a list of the gallery', () => {
  const title = (html: string) => /<title>([^<]*)</.exec(html)?.[1];

  test.runIf(hasFeature('topics'))(
    'that is filtered by one species or place alone leads to the page about it',
    async () => {
      const { id } = await add({
        species: ['Amethyst', 'Fluorite', 'Hermanovite'],
        locality: ['Red Cloud Mine', 'Arizona'],
      });
      const { locality_id: place } = await shop.ctx.db
        .selectFrom('specimens')
        .select('locality_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (const [target, path, words] of [
        ['/?species=amethyst', '/species/amethyst', 'Amethyst'],
        ['/?species=fluorspar', '/species/fluorite', 'Fluorite'],
        ['/?species=quartz&sort=price-up', '/species/quartz', 'Quartz'],
        [`/?locality=${place}`, `/locality/${place}-red-cloud-mine`, 'Red Cloud Mine'],
      ] as const) {
        const html = await page(target);
        expect([canonical(html), meta(html).get('og:url'), meta(html).get('robots')]).toEqual([
          ORIGIN + path,
          ORIGIN + path,
          undefined,
        ]);
        expect(title(html)).toMatch(`${words} – Druse – `);
      }
      // No page, no pieces, or another list than the page's.
      for (const target of [
        '/?species=hermanovite',
        '/?species=zircon',
        `/?species=amethyst&locality=${place}`,
        '/?species=amethyst&sold=hide',
      ])
        expect([canonical(await page(target)), meta(await page(target)).get('robots')]).toEqual([
          undefined,
          'noindex, follow',
        ]);
    },
  );

  test('is called by its search and the words of its filters', async () => {
    await add({ species: ['Fluorite'], dimensions: '62 x 41 mm' });
    expect(
      title(
        await page(
          '/?search=cubes&category=Minerals&species=fluorite&size=small-cabinet&sold=hide',
        ),
      ),
    ).toMatch(/^cubes – Minerals, Fluorite, Small cabinet – Druse – /);
  });
});

describe('html-validate finds no fault in', () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  test.each([
    ['home', '/'],
    ['a search', '/?search=fluorite'],
    ['a search without result', '/?search=nothing-at-all'],
    ["a specimen's page", '/specimen/1'],
    ['the checkout', '/checkout'],
    ['a page that is not there', '/nowhere'],
    ['a text that nobody wrote', '/shipping'],
    ['a specimen that is not there', '/specimen/999999'],
    ['an order', '/order-confirmation/1', true],
  ])('%s', async (_, target, shell = false) => {
    await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
    const { results } = await validator.validateString(await page(target, { shell }));
    const faults = results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
      ),
    );
    expect(faults).toEqual([]);
  });
});

test.each(['/nowhere', '/shipping', '/specimen/999999', '/specimen/none'])(
  '%s has one title, which says so',
  async (target) => {
    expect(
      [...(await page(target)).matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title),
    ).toEqual(['Specimen Not Found – Druse']);
  },
);

describe('text that would close a script', () => {
  const ESCAPE = '</script><script>alert(1)</script>';

  test('does so in the head of no page, whichever text it is in', async () => {
    const { id } = await add({
      title: ESCAPE,
      description: ESCAPE,
      origin: ESCAPE,
      dimensions: ESCAPE,
      weight: ESCAPE,
      tags: [ESCAPE],
      price: '10',
      shippingPrice: '2',
      category: 'Fossils',
    });
    const general = await readSetting(shop.ctx, 'general');
    await writeSetting(shop.ctx, 'general', {
      ...general,
      siteTitle: ESCAPE,
      siteName: ESCAPE,
      siteTagline: ESCAPE,
      siteDescription: ESCAPE,
      copyrightText: ESCAPE,
    });
    const hero = await readSetting(shop.ctx, 'hero');
    await writeSetting(shop.ctx, 'hero', {
      ...hero,
      title: ESCAPE,
      subtitle: ESCAPE,
      description: ESCAPE,
    });
    await writeSetting(shop.ctx, 'legal', { shipping: ESCAPE, returns: ESCAPE, privacy: ESCAPE });
    const paths = pageNames.map((name) =>
      pages[name].path.replace('$specimen', String(id)).replace(/\$\w+/, '1'),
    );
    const others = [
      '/?category=Fossils',
      `/?search=${encodeURIComponent(ESCAPE)}`,
      '/nowhere',
      '/specimen/none',
      '/specimen/999999',
    ];
    for (const path of [...paths, ...others]) {
      const html = await page(path, { shell: path.startsWith('/order-confirmation') });
      // Scripts of the page's own are the only ones: none begins as the text does.
      expect(html, path).not.toContain('<script>alert');
      expect(html.match(/<title>/g), path).toHaveLength(1);
      for (const [, text = ''] of html.matchAll(
        /<script type="application\/ld\+json">(.*?)<\/script>/gs,
      ))
        expect(() => JSON.parse(text), path).not.toThrow();
    }
    await writeSetting(shop.ctx, 'general', general);
    await writeSetting(shop.ctx, 'hero', hero);
    await writeSetting(shop.ctx, 'legal', { shipping: '', returns: '', privacy: '' });
  });
});
