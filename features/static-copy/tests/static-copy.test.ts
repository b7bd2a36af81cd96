/** A static copy of the demo, whole and gone over file by file, on both databases and both kinds of media stores. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { loadDemoOnce } from '#core/server/transfer/demo/demo.service.ts';
import { priceInCode } from '#features/paper/contract/price-code.ts';
import type { CopiedPiece, CopyIndex } from '#features/static-copy/contract/static-copy.ts';
import {
  type StaticCopyOptions,
  writeStaticCopy,
} from '#features/static-copy/server/static-copy.service.ts';
import { createBuiltRenderer } from '#platform/rendering/renderer.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { crawl, filesBeneath } from '#tests/support/copy-crawl.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { cartBody } from '#tests/support/orders.ts';
import { builtShop } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';

const dist = path.join(import.meta.dirname, '../../../dist');
const LIVE = 'https://druse.example';
const CODE_WORD = 'BLACKHORSE';
const secrets = {
  cost: '417.23',
  source: 'Bought of Xaver Quill',
  storagePlace: 'Drawer Zwei',
  privateNotes: 'Never tell about Ypsilon',
};
const hidden = {
  title: 'Zzyzx Hiddenite',
  description: 'Qwertzite of the deepest drawer',
  origin: 'Wolperting Mine',
  tags: ['unseenword'],
};

await builtShop();
const renderer = await createBuiltRenderer(dist);
const options: StaticCopyOptions = {
  renderer,
  dist,
  url: LIVE,
  hasVideos: true,
  signal: new AbortController().signal,
};
const newFolder = () => path.join(mkdtempSync(path.join(tmpdir(), 'copy-')), 'shop');
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');
const textsOf = (folder: string) =>
  filesBeneath(folder)
    .filter((file) => /\.(html|js|css|xml|txt|svg)$/.test(file))
    .map((file) => [file, read(folder, file)] as const);

type Texts = ReturnType<typeof textsOf>;

/** The files that have the text, whatever its case. */
const withText = (texts: Texts, text: string) => {
  const anyCase = new RegExp(RegExp.escape(text), 'i');
  return texts.flatMap(([file, content]) => (anyCase.test(content) ? [file] : []));
};
const filesWith = (folder: string, text: string) => withText(textsOf(folder), text);

function indexOf(folder: string): CopiedPiece[] {
  const globals: { druseCopy?: CopyIndex } = {};
  runInNewContext(read(folder, 'assets/search-index.js'), globals);
  return globals.druseCopy?.pieces ?? [];
}

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  describe('a static copy of the demo', () => {
    let database: TestDatabase;
    let shop: TestApp;
    let listed: Specimen[];
    let hiddenMedia: string;
    let texts: Texts;
    let crawled: ReturnType<typeof crawl>;
    const folder = newFolder();

    beforeAll(async () => {
      database = await makeDatabase();
      shop = await makeApp(database, { config: { demo: true }, mediaStore: makeStore() });
      await loadDemoOnce(shop.ctx);
      const admin = await shop.admin();
      await writeSetting(shop.ctx, 'legal', {
        shipping: 'By post & by hand.',
        returns: '',
        privacy: '',
      });
      await writeSetting(shop.ctx, 'paper', {
        ...(await readSetting(shop.ctx, 'paper')),
        codeWord: CODE_WORD,
        sellerAddress: 'Secret Lane 5',
      });
      const footer = await readSetting(shop.ctx, 'footer_links');
      const quickLinks = [
        ...footer.quickLinks,
        { text: 'To manage', href: '/manage', enabled: true },
        { text: 'To a piece', href: '/specimen/20', enabled: true },
      ];
      await writeSetting(shop.ctx, 'footer_links', { ...footer, quickLinks });
      const { title, category } = (await admin.get('/api/specimens/3')).json();
      expect(
        (await admin.put('/api/specimens/3', { title, category, ...secrets })).json(),
      ).toMatchObject(secrets);
      hiddenMedia = (await admin.get('/api/specimens/5')).json().main.id;
      expect(
        (await admin.put('/api/specimens/5', { ...hidden, category, visible: false })).statusCode,
      ).toBe(200);
      expect(
        (await shop.visitor().post('/api/orders', cartBody([{ specimenId: 12, quantity: 1 }])))
          .statusCode,
      ).toBe(201);
      if (hasFeature('ownSpecies')) {
        const { values } = (await admin.get('/api/manage/species/fluorite')).json();
        const corrected = {
          values: { ...values, habit: 'Cubes like dice' },
          source: 'Own cabinet',
        };
        expect((await admin.put('/api/manage/species/fluorite', corrected)).statusCode).toBe(200);
      }
      listed = (await shop.visitor().get('/api/specimens')).json();
      await writeStaticCopy(shop.ctx, folder, options);
      texts = textsOf(folder);
      crawled = crawl(folder);
      // The whole demo is loaded, copied and read.
    }, 300_000);
    afterAll(async () => {
      await shop.app.close();
      await database.close();
    });

    test('every link leads to a file of the copy, the shop, or where the shop itself leads', async () => {
      const social = await readSetting(shop.ctx, 'social_links');
      const { broken, absolute, unreachable } = crawled;
      expect(broken).toEqual([]);
      const foreign = absolute.filter((url) => url !== LIVE && !url.startsWith(`${LIVE}/`));
      expect(foreign).toEqual(social.map(({ url }) => url).sort());
      // What is read by programs, or shown by the script.
      const unnamed = unreachable.filter(
        (file) =>
          !/^(sitemap.*\.xml|files-of-this-copy\.txt)$|^media\/.*-(320|full)\.jpg$/.test(file),
      );
      expect(unnamed).toEqual([]);
    });

    test('every visible piece, topic, collection and text has its page, which says where to order', async () => {
      const files = new Set(filesBeneath(folder));
      const sitemap = ['sitemap-pages.xml', 'sitemap-1.xml']
        .map((file) => read(folder, file))
        .join('');
      const paths = [...sitemap.matchAll(/<loc>https:\/\/druse\.example\/([^<?]*)<\/loc>/g)].map(
        ([, page]) => page ?? '',
      );
      expect(paths.length).toBeGreaterThan(listed.length + (hasFeature('topics') ? 100 : 0));
      expect(paths).toContain('shipping');
      for (const page of paths)
        expect(files, page).toContain(page === '' ? 'index.html' : `${page}/index.html`);
      for (const [file, text] of texts) {
        if (!file.endsWith('.html')) continue;
        expect(text, file).toContain('made Nov 21, 2026, 4:00 AM EST.');
        expect(text, file).toContain('>Order at druse.example</a>');
        expect(text, file).not.toMatch(
          /<script(?! src="[./]*assets\/search(-index)?\.js">)|<style|needs JavaScript; please|Admin Login|Add to Cart/,
        );
      }
    });

    test.runIf(hasFeature('ownSpecies') && hasFeature('topics'))(
      'what the dealer has corrected of a species is on its page, with the source',
      () => {
        const page = read(folder, 'species/fluorite/index.html');
        expect(page).toContain('Cubes like dice');
        expect(page).toContain('Own cabinet, entered by us (habit)');
      },
    );

    test('a piece that can be bought leads to itself in the shop, and its pictures are there', () => {
      const buyable = listed.filter(
        ({ status, forSale, price }) => status === 'available' && forSale && price !== null,
      );
      expect(buyable.length).toBeGreaterThan(20);
      for (const { id } of buyable) {
        const name = readdirSync(path.join(folder, 'specimen')).find((each) =>
          each.startsWith(`${id}-`),
        );
        const page = read(folder, `specimen/${name}/index.html`);
        expect(page).toContain(
          `<p class="copy-order"><a class="button solid" href="${LIVE}/specimen/${name}">Order at druse.example</a></p>`,
        );
        expect(page).toContain(`href="${LIVE}/ask/${id}"`);
        const enlarged = [...page.matchAll(/data-picture="(\w+)"/g)].map(([, picture]) => picture);
        for (const picture of enlarged)
          expect(page).toMatch(
            new RegExp(`href="../../media/${picture}-(\\d+|full)\\.avif" data-picture`),
          );
      }
      expect(filesBeneath(folder).filter((file) => /-preview\.jpg$/.test(file))).toEqual([]);
      const videos = filesBeneath(folder).filter((file) => file.endsWith('.mp4'));
      expect(videos.length).toBe(2);
      for (const video of videos)
        expect(withText(texts, `<source src="../../${video}"`).length).toBe(1);
    });

    test('nothing in it tells of hidden pieces, buyers, costs, codes or the admin’s pages', () => {
      const told = [
        ...Object.values(secrets),
        ...Object.values(hidden).flat(),
        hiddenMedia,
        CODE_WORD,
        'Secret Lane',
        'Ada Buyer',
        'ada@buyer.example',
        'Quarry Road',
      ];
      for (const text of told) expect([text, withText(texts, text)]).toEqual([text, []]);
      expect(
        readdirSync(path.join(folder, 'specimen')).filter((name) => /^(5|20)-/.test(name)),
      ).toEqual([]);
      expect(
        readdirSync(path.join(folder, 'media')).filter((name) => name.startsWith(hiddenMedia)),
      ).toEqual([]);
      const words = texts.map(([file, text]) => [file, text.replace(/data:[^)"]*/g, '')] as const);
      const codes = listed
        .flatMap(({ price }) => priceInCode(Math.round(Number(price) * 100), CODE_WORD) ?? [])
        .filter((code) => code.length > 2);
      const anyCode = new RegExp(`\\b(${codes.join('|').replaceAll('.', '\\.')})\\b`);
      expect(words.filter(([, text]) => anyCode.test(text)).map(([file]) => file)).toEqual([]);
      const refused = Object.values(pages).flatMap((page) =>
        page.crawlers === 'disallow' ? page.path.split('$')[0] : [],
      );
      const isRefused = (link: string) =>
        refused.some((start) => new RegExp(`(^|[./])${start}/?([?#"]|$)`).test(link)) ||
        /(^|\/)api\//.test(link);
      for (const [file, text] of words) {
        const links = [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) =>
          link.replace(LIVE, ''),
        );
        expect([file, links.filter(isRefused)]).toEqual([file, []]);
      }
      expect(crawled.absolute.filter((url) => isRefused(url.replace(LIVE, '')))).toEqual([]);
    });

    test('the index finds by every filter what the shop finds', async () => {
      const pieces = indexOf(folder);
      expect(pieces.map(({ title }) => title)).toEqual(listed.map(({ title }) => title));
      for (const query of [
        'category=Crystals',
        'species=quartz',
        'colour=violet',
        'size=cabinet',
        'status=sold',
        'fluorescent=yes',
        'disclosure=none',
        'days=7',
        'sold=hide',
        'locality=6',
      ]) {
        const [name = '', value = ''] = query.split('=');
        const found: Specimen[] = (await shop.visitor().get(`/api/specimens?${query}`)).json();
        expect(found.length, query).toBeGreaterThan(0);
        const same = pieces.filter(({ facets }) =>
          facets[name as keyof typeof facets]?.includes(value),
        );
        expect([query, same.map(({ title }) => title)]).toEqual([
          query,
          found.map(({ title }) => title),
        ]);
      }
      const files = new Set(filesBeneath(folder));
      for (const { page, picture } of pieces) {
        for (const file of [
          page,
          picture.small,
          ...picture.srcset.split(',').map((one) => one.split(' ')[0] ?? ''),
        ])
          expect(files).toContain(file);
      }
    });
  });
});

describe('the folder of a copy', () => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeSqlite();
    shop = await makeApp(database);
    await addSpecimens(shop.ctx, [{ title: 'Azurite' }, { title: 'Malachite' }]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const copy = (folder: string, more: Partial<StaticCopyOptions> = {}) =>
    writeStaticCopy(shop.ctx, folder, { ...options, ...more });
  const beside = (folder: string) => readdirSync(path.dirname(folder));

  test('an earlier copy is replaced, with nothing of it left', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    await copy(folder);
    expect(existsSync(path.join(folder, 'specimen/2-malachite/index.html'))).toBe(true);
    await (await shop.admin()).put('/api/specimens/2', { visible: false });
    const report = await copy(folder);
    expect(report.specimens).toBe(1);
    expect(existsSync(path.join(folder, 'specimen/2-malachite'))).toBe(false);
    expect(filesWith(folder, 'malachite')).toEqual([]);
    expect(beside(folder)).toEqual(['shop']);
    await (await shop.admin()).put('/api/specimens/2', { visible: true });
  });

  test.each([
    ['in a folder that is no copy', (folder: string) => mkdirSync(folder), 'taxes.ods'],
    ['among the files of a copy', copy, 'media/taxes.ods'],
  ])('a file of somebody else %s is named, and everything stays', async (_where, prepare, file) => {
    const folder = newFolder();
    await prepare(folder);
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), 'mine');
    const before = filesBeneath(folder);
    await expect(copy(folder)).rejects.toThrow(
      `${folder} has files that don't belong to an earlier copy: ${file}.`,
    );
    expect(filesBeneath(folder)).toEqual(before);
    expect(beside(folder)).toEqual(['shop']);
  });

  test('a file and what is in the way are refused in words', async () => {
    const folder = newFolder();
    writeFileSync(folder, 'mine');
    await expect(copy(folder)).rejects.toThrow(`${folder} is a file.`);
    rmSync(folder);
    // Nothing can be put in the place of what is mounted there.
    await expect(copy('/proc')).rejects.toThrow(
      '/proc is a separate disk. Name a folder on it, such as /proc/shop.',
    );
    mkdirSync(`${folder}.part`);
    await expect(copy(folder)).rejects.toThrow("is in the way and isn't part of a copy.");
    writeFileSync(
      path.join(`${folder}.part`, 'files-of-this-copy.txt'),
      `A static copy of a shop made by Druse\n${process.pid}\n`,
    );
    await expect(copy(folder)).rejects.toThrow(
      `Process ${process.pid} is already making this copy.`,
    );
    expect(beside(folder)).toEqual(['shop.part']);
  });

  test.runIf(isThorough)(
    'a copy that is interrupted leaves the earlier one, and what a killed process left is cleared away',
    async () => {
      const folder = newFolder();
      await copy(folder);
      const before = textsOf(folder);
      const ending = new AbortController();
      let pagesBegun = 0;
      const stopping = {
        ...renderer,
        render(...args: Parameters<typeof renderer.render>) {
          pagesBegun += 1;
          ending.abort(new Error('stopped'));
          return renderer.render(...args);
        },
      };
      await expect(copy(folder, { renderer: stopping, signal: ending.signal })).rejects.toThrow(
        'stopped',
      );
      expect(pagesBegun).toBe(1);
      expect(textsOf(folder)).toEqual(before);
      expect(beside(folder)).toEqual(['shop']);
      // Killed between the two steps that put the new one in the place of the former.
      for (const name of ['part', 'former']) mkdirSync(`${folder}.${name}`);
      for (const name of ['part', 'former'])
        writeFileSync(
          `${folder}.${name}/files-of-this-copy.txt`,
          'A static copy of a shop made by Druse\nfiles-of-this-copy.txt\n',
        );
      rmSync(folder, { recursive: true });
      await copy(folder);
      expect(textsOf(folder).map(([file]) => file)).toEqual(before.map(([file]) => file));
      expect(beside(folder)).toEqual(['shop']);
    },
  );

  test('without a URL no link leads out but to an email address, and the words say where to write', async () => {
    const folder = newFolder();
    const { missing } = await copy(folder, { url: null });
    const { broken, absolute } = crawl(folder);
    expect(broken.filter((link) => !missing.some((name) => link.endsWith(`/${name}`)))).toEqual([]);
    expect(absolute.filter((url) => !url.startsWith('mailto:hello@druse.example'))).toEqual([]);
    expect(absolute).toContain('mailto:hello@druse.example?subject=Azurite%20%E2%80%93%20Druse');
    for (const [file, text] of textsOf(folder)) {
      expect(text, file).not.toMatch(/nowhere\.invalid|\/(ask|wait|follow)\b/);
      if (file.endsWith('.html'))
        expect(text, file).toContain('To order, email <a href="mailto:hello@druse.example');
    }
    expect(filesBeneath(folder).filter((file) => /\.xml$/.test(file))).toEqual([]);
  });

  test.runIf(isThorough)(
    'a link to a folder is followed, and a picture that the store lacks is told',
    async () => {
      const folder = newFolder();
      const other = newFolder();
      mkdirSync(other);
      symlinkSync(other, folder);
      const report = await copy(folder);
      expect(report.missing.length).toBeGreaterThan(0);
      expect(report.missing.length).toBe(new Set(report.missing).size);
      expect(filesBeneath(other)).toContain('index.html');
    },
  );
});
