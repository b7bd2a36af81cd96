/** What visitors' pages are made of, as the server draws them: headings, and what an empty shop says. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionInput } from '#core/contract/catalogue/collections.ts';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { addCollection } from '#core/server/catalogue/collections/managing.service.ts';
import { createSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { createPageApi, Reading } from '#core/server/storefront/pages/page-api.ts';
import { createBuiltRenderer, type Renderer } from '#platform/rendering/renderer.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { root } from '#tests/support/imports.ts';
import { addPicture } from '#tests/support/specimens.ts';
import { builtShop } from './support/shop-process.ts';

let database: TestDatabase;
let empty: TestApp;
let renderer: Renderer;

beforeAll(async () => {
  await builtShop();
  database = await makeSqlite();
  empty = await makeApp(database);
  renderer = await createBuiltRenderer(path.join(root, 'dist'));
});
afterAll(async () => {
  await renderer.close();
  await empty.app.close();
  await database.close();
});

const page = async (target: string, { ctx } = empty): Promise<string> =>
  (
    await renderer.render(target, {
      api: createPageApi(ctx, new Reading()),
      origin: 'https://druse.example',
      shell: false,
    })
  ).html;

/** The levels of the headings of its main part, and their words. */
function headingsOf(html: string): [number, string][] {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return [...main.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gs)].map(([, level, text = '']) => [
    Number(level),
    text.replace(/<[^>]+>/g, '').trim(),
  ]);
}

test('an empty shop says so, has nothing to filter, and no links to categories', async () => {
  const html = await page('/');
  const gallery = /<section id="gallery".*?<\/section>/s.exec(html)?.[0] ?? '';
  for (const words of ['No specimens found', 'There are currently no specimens in the collection.'])
    expect(gallery).toContain(words);
  expect(gallery).not.toContain('<form');
  // On paper: beneath a hero without a picture all would be black.
  expect(/<section id="gallery"[^>]*class="([^"]*)"/.exec(html)?.[1]).not.toContain('room');
  expect(html).not.toContain('aria-label="Categories"');
  // What the owner does first is no business of crawlers.
  expect(html).not.toContain('Welcome to your shop');
});

test('headings go down by one level at a time, whatever the page and whichever sections are shown', async () => {
  const other = await makeSqlite();
  const shop = await makeApp(other);
  const given = {
    title: 'Fluorite',
    category: 'Minerals',
    price: '640',
    forSale: true,
    species: ['Fluorite'],
    locality: ['Rogerley Mine', 'England'],
  };
  const { id } = await createSpecimen(shop.ctx, specimenInput.parse(given), [
    { mediaId: await addPicture(shop.ctx), alt: 'Cubes', light: null },
  ]);
  const { slug } = await addCollection(
    shop.ctx,
    collectionInput.parse({ name: 'Green ones', rule: 'category=Minerals' }),
  );
  const shown = await readSetting(shop.ctx, 'section_visibility');
  for (const target of [
    '/',
    `/specimen/${id}`,
    `/collection/${slug}`,
    ...(hasFeature('topics') ? ['/species/fluorite'] : []),
    '/?search=nothing',
    '/no/such/page',
  ]) {
    const levels = headingsOf(await page(target, shop)).map(([level]) => level);
    expect(levels[0], target).toBe(1);
    expect(
      levels.filter((level) => level === 1),
      target,
    ).toHaveLength(1);
    expect(
      levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
      `${target}: ${levels}`,
    ).toBe(true);
  }
  await writeSetting(shop.ctx, 'section_visibility', { ...shown, hero: false });
  expect(headingsOf(await page('/', shop)).slice(0, 2)).toEqual([
    [1, 'Druse'],
    [2, 'Our Specimen Gallery'],
  ]);
  await shop.app.close();
  await other.close();
});

test('words are set as they are written: no style puts them into capitals', () => {
  const files = globSync(['core/web/**/*.{css,tsx,ts}', 'features/static-copy/server/*.ts'], {
    cwd: root,
  });
  expect(files.length).toBeGreaterThan(100);
  // An order's status is in capitals, and written so.
  expect(
    files.filter((file) =>
      /text-transform:\s*uppercase|(?<=["'\s:])uppercase(?=["'\s])/.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
    ),
  ).toEqual([]);
});
