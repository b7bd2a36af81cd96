/** Photos that a sheet has at addresses of another shop: fetched on the admin's word, each once, whatever comes between. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportUndone, UndoableImport } from '#features/sheets/contract/imports.ts';
import type { PhotoAddresses } from '#features/sheets/contract/photo-addresses.ts';
import { type GetPublicly, NotFetched } from '#platform/http/public-get.ts';
import { type AnotherShop, anotherShop } from '#tests/support/another-shop.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { byNumber, importForeign } from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { smallJpeg } from '#tests/support/uploads.ts';
import { addressesIn } from './photo-addresses.service.ts';
import { fetchAsked } from './photo-fetching.service.ts';

const URL = '/api/manage/photo-addresses';
const CDN = 'https://cdn.shop.example';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  const here = suiteShop(makeDatabase);
  let other: AnotherShop;
  let photo: Buffer;
  const never = new AbortController().signal;

  beforeAll(async () => {
    photo = await smallJpeg();
    other = await anotherShop({});
  });
  afterAll(() => other.close());

  const status = async (): Promise<PhotoAddresses> => (await here.admin.get(URL)).json();
  const ask = (body: object = {}) => {
    here.shop.clock.forward({ seconds: 1 });
    return here.admin.post(`${URL}/fetch`, body);
  };
  const run = (get: GetPublicly = other.get, signal = never) =>
    fetchAsked(here.shop.ctx, get, signal);
  const photosOf = async (number: string) => {
    const { main, additional } = await byNumber(here, number);
    return [main, ...additional].map(({ id }) => id);
  };
  const serve = (answers: AnotherShop['answers']) => {
    for (const path of Object.keys(other.answers)) delete other.answers[path];
    Object.assign(other.answers, answers);
    other.asked.length = 0;
  };

  test('nothing is fetched before the admin says so; then photos come in the sheet’s order', async () => {
    const [first, second] = [await smallJpeg(60, 40), await smallJpeg(50, 40)];
    serve({
      'cdn.shop.example/1.jpg': first,
      'cdn.shop.example/2.jpg?v=2': second,
      'other.example/a.jpg': photo,
    });
    const rows = [
      `A-1,One,"${CDN}/1.jpg,http://cdn.shop.example/2.jpg?v=2"`,
      'A-2,Two,https://other.example/a.jpg',
      'A-3,Three,own.jpg',
    ];
    await importForeign(here.admin, ['No,Title,Photo', ...rows].join('\n'));
    expect(await status()).toEqual({
      waiting: [
        { host: 'cdn.shop.example', photos: 2 },
        { host: 'other.example', photos: 1 },
      ],
      run: null,
      failed: 0,
      failures: [],
    });
    await run();
    expect(other.asked).toEqual([]);
    const [none] = await photosOf('A-3');
    expect((await ask()).json()).toMatchObject({
      waiting: [],
      run: { fetched: 0, failed: 0, left: 3 },
    });
    await run();
    expect(other.asked).toEqual([
      'cdn.shop.example/1.jpg',
      'cdn.shop.example/2.jpg?v=2',
      'other.example/a.jpg',
    ]);
    expect(await status()).toMatchObject({ run: { fetched: 3, failed: 0, left: 0 }, failures: [] });
    expect(await byNumber(here, 'A-1')).toMatchObject({
      visible: false,
      main: { width: 60, alt: 'One' },
      additional: [{ width: 50 }],
    });
    expect(await photosOf('A-2')).not.toContain(none);
    expect(await photosOf('A-3')).toEqual([none]);
    expect(readdirSync(path.join(here.dataDir, 'uploads'))).toEqual([]);
  });

  test('the same address is fetched once for all its pieces, and the same bytes are one photo', async () => {
    serve({ 'cdn.shop.example/shared.jpg': photo, 'cdn.shop.example/copy.jpg': photo });
    const sheet = [
      'No,Title,Photo',
      `B-1,One,"${CDN}/shared.jpg\n${CDN}/copy.jpg"`,
      `B-2,Two,${CDN}/shared.jpg`,
    ].join('\n');
    await importForeign(here.admin, sheet);
    await ask();
    await run();
    expect(other.asked).toEqual(['cdn.shop.example/shared.jpg', 'cdn.shop.example/copy.jpg']);
    const [one = ''] = await photosOf('B-1');
    expect([await photosOf('B-1'), await photosOf('B-2')]).toEqual([[one], [one]]);
    await importForeign(here.admin, sheet);
    expect((await status()).waiting).toEqual([]);
    await ask();
    await ask({ again: true });
    await run();
    expect(other.asked).toHaveLength(2);
  });

  onTheOtherToo(
    'what fails is named by its row, in words, and comes with “Try again” once it can',
    async () => {
      serve({
        'cdn.shop.example/page.jpg': Buffer.from('<html>not a photo</html>'),
        'cdn.shop.example/torn.jpg': photo.subarray(0, 200),
      });
      const rows = ['gone.jpg', 'page.jpg', 'torn.jpg'].map(
        (name, index) => `C-${index},Piece ${index},${CDN}/${name}`,
      );
      await importForeign(
        here.admin,
        ['No,Title,Photo', ...rows, 'C-3,Piece 3,https://192.168.0.1/a.jpg'].join('\n'),
      );
      await ask();
      await run();
      const { failures, failed, run: last } = await status();
      expect([failed, last]).toEqual([4, { fetched: 0, failed: 4, left: 0 }]);
      expect(failures.map(({ row, title, message }) => [row, title, message])).toEqual([
        [2, 'Piece 0', 'cdn.shop.example no longer has this photo.'],
        [3, 'Piece 1', expect.stringContaining('page.jpg')],
        [4, 'Piece 2', expect.stringContaining('torn.jpg')],
        [5, 'Piece 3', 'This address isn’t on the public internet, so we don’t open it.'],
      ]);
      serve({ 'cdn.shop.example/gone.jpg': photo });
      await ask({ again: true });
      await run();
      expect(await status()).toMatchObject({ run: { fetched: 1, failed: 3, left: 0 }, failed: 3 });
      await here.admin.delete(URL);
      expect(await status()).toMatchObject({
        waiting: [],
        failed: 0,
        run: { fetched: 1, failed: 0, left: 0 },
      });
    },
  );

  onTheOtherToo('a host that does not answer is not waited for photo by photo', async () => {
    const rows = Array.from(
      { length: 6 },
      (_, index) => `D-${index},Piece ${index},https://away.example/${index}.jpg`,
    );
    await importForeign(here.admin, ['No,Title,Photo', ...rows].join('\n'));
    await ask();
    let tries = 0;
    await run(() => {
      tries += 1;
      throw new NotFetched('away');
    });
    expect([tries, (await status()).failed]).toEqual([3, 6]);
    await here.admin.delete(URL);
  });

  onTheOtherToo.each([
    [
      'often',
      'that answers now and then is asked for every photo',
      '-+--+',
      { fetched: 2, failed: 3 },
    ],
    ['once', 'that is given up leaves the photos that came', '+---+', { fetched: 1, failed: 4 }],
  ])('%s: a host %s', async (name, _title, answers, result) => {
    const rows = [...answers].map(
      (_, index) => `${name}-${index},Piece ${index},${CDN}/${name}${index}.jpg`,
    );
    serve(
      Object.fromEntries(rows.map((_, index) => [`cdn.shop.example/${name}${index}.jpg`, photo])),
    );
    await importForeign(here.admin, ['No,Title,Photo', ...rows].join('\n'));
    await ask();
    await run((url, limits) => {
      const answer = answers[Number(/(\d)\.jpg$/.exec(url)?.[1])];
      if (answer === '-') throw new NotFetched('away');
      return other.get(url, limits);
    });
    expect(await status()).toMatchObject({ run: { ...result, left: 0 } });
    await here.admin.delete(URL);
  });

  onTheOtherToo.each([
    ['that nobody expected', 'P', new TypeError('x is not a function')],
    [
      'of a row that the database refuses',
      'Q',
      Object.assign(new Error('duplicate key'), { code: '23505' }),
    ],
  ])(
    'an error %s is logged and noted for its photo alone, and holds up none behind it',
    async (_, letter, error) => {
      serve({ [`cdn.shop.example/${letter}2.jpg`]: photo });
      const rows = [
        `${letter}-1,One,${CDN}/${letter}1.jpg`,
        `${letter}-2,Two,${CDN}/${letter}2.jpg`,
      ];
      await importForeign(here.admin, ['No,Title,Photo', ...rows].join('\n'));
      await ask();
      const logged = here.shop.log.length;
      await run((url, limits) =>
        url.endsWith('1.jpg') ? Promise.reject(error) : other.get(url, limits),
      );
      expect(await status()).toMatchObject({
        run: { fetched: 1, failed: 1, left: 0 },
        failures: [
          { title: 'One', message: 'Something went wrong on our side. Please try again.' },
        ],
      });
      expect(here.shop.log.slice(logged).join('')).toContain(error.message);
      serve({ [`cdn.shop.example/${letter}1.jpg`]: photo });
      await ask({ again: true });
      await run();
      expect(await status()).toMatchObject({ run: { fetched: 1, failed: 0, left: 0 }, failed: 0 });
    },
  );

  test('where the shop’s own disk or database fails, no photo is blamed: it waits, and is tried again', async () => {
    serve({ 'cdn.shop.example/w.jpg': photo });
    await importForeign(here.admin, ['No,Title,Photo', `W-1,One,${CDN}/w.jpg`].join('\n'));
    await ask();
    for (const more of [
      { code: 'EIO', syscall: 'write' },
      { code: 'ECONNREFUSED' },
      { code: '40001' },
    ]) {
      const error = Object.assign(new Error('away'), more);
      await expect(run(() => Promise.reject(error))).rejects.toBe(error);
      expect((await status()).run).toEqual({ fetched: 0, failed: 0, left: 1 });
    }
    await run();
    expect((await status()).run).toEqual({ fetched: 1, failed: 0, left: 0 });
  });

  test('it stops on the admin’s word and goes on later; what is on its way then is not added behind his back', async () => {
    serve(
      Object.fromEntries(['1', '2', '3'].map((name) => [`cdn.shop.example/s${name}.jpg`, photo])),
    );
    const rows = ['1', '2', '3'].map((name) => `E-${name},Piece ${name},${CDN}/s${name}.jpg`);
    await importForeign(here.admin, ['No,Title,Photo', ...rows].join('\n'));
    await ask();
    const before = await photosOf('E-2');
    await run(async (url, limits) => {
      if (url.endsWith('s2.jpg')) await here.admin.post(`${URL}/stop`, {});
      return other.get(url, limits);
    });
    expect(await status()).toMatchObject({ waiting: [{ photos: 2 }] });
    expect(await photosOf('E-2')).toEqual(before);
    await ask();
    await run();
    expect(await status()).toMatchObject({ waiting: [], run: { fetched: 2, failed: 0, left: 0 } });
    expect(await photosOf('E-2')).not.toEqual(before);
  });

  test('where the shop closes or is killed in the middle, the next process goes on, and no photo comes twice', async () => {
    serve(Object.fromEntries(['1', '2'].map((name) => [`cdn.shop.example/k${name}.jpg`, photo])));
    await importForeign(
      here.admin,
      ['No,Title,Photo', `F-1,One,${CDN}/k1.jpg`, `F-2,Two,${CDN}/k2.jpg`].join('\n'),
    );
    await ask();
    const closing = new AbortController();
    await run(async (url, limits) => {
      if (url.endsWith('k2.jpg')) closing.abort(new Error('closing'));
      return other.get(url, limits);
    }, closing.signal);
    expect((await status()).run).toEqual({ fetched: 1, failed: 0, left: 1 });
    // A process that is killed leaves its claim behind.
    await here.database.db
      .updateTable('photo_addresses')
      .set({ claimed_at: here.shop.clock.now().toISOString() })
      .where('state', '=', 'asked')
      .execute();
    await run();
    expect((await status()).run).toMatchObject({ left: 1 });
    here.shop.clock.forward({ minutes: 6 });
    await run();
    expect((await status()).run).toEqual({ fetched: 2, failed: 0, left: 0 });
    expect(other.asked).toEqual(['cdn.shop.example/k1.jpg', 'cdn.shop.example/k2.jpg']);
    expect(await photosOf('F-2')).toHaveLength(1);
  });

  test('with several processes, the photos of a piece come in the sheet’s order too', async () => {
    serve({
      'cdn.shop.example/o1.jpg': await smallJpeg(61, 40),
      'cdn.shop.example/o2.jpg': await smallJpeg(51, 40),
      'cdn.shop.example/o3.jpg': photo,
    });
    await importForeign(
      here.admin,
      ['No,Title,Photo', `H-1,One,"${CDN}/o1.jpg,${CDN}/o2.jpg"`, `H-2,Two,${CDN}/o3.jpg`].join(
        '\n',
      ),
    );
    await ask();
    await run(async (url, limits) => {
      // Another process has time for all that it may fetch, while this one waits for the first.
      if (url.endsWith('o1.jpg')) await run();
      return other.get(url, limits);
    });
    expect(other.asked).toEqual(['o3', 'o1', 'o2'].map((name) => `cdn.shop.example/${name}.jpg`));
    expect(await byNumber(here, 'H-1')).toMatchObject({
      main: { width: 61 },
      additional: [{ width: 51 }],
    });
  });

  test('a piece that is about to be deleted stays so; once that is undone, its photo comes', async () => {
    serve({ 'cdn.shop.example/d.jpg': photo, 'cdn.shop.example/known.jpg': photo });
    const rows = [`I-1,One,${CDN}/known.jpg`, `I-2,Two,${CDN}/d.jpg`, `I-3,Three,${CDN}/known.jpg`];
    await importForeign(here.admin, ['No,Title,Photo', ...rows].join('\n'));
    await ask();
    const pieces = here.database.db
      .updateTable('specimens')
      .where('catalogue_number', 'in', ['I-2', 'I-3']);
    const deleteAt = here.shop.clock.now().toISOString();
    await pieces.set({ delete_at: deleteAt }).execute();
    await run();
    for (const number of ['I-2', 'I-3'])
      expect(await byNumber(here, number)).toMatchObject({ deleteAt });
    expect((await status()).run).toEqual({ fetched: 1, failed: 0, left: 2 });
    await pieces.set({ delete_at: null }).execute();
    here.shop.clock.forward({ minutes: 6 });
    await run();
    const [shown] = await photosOf('I-1');
    for (const number of ['I-2', 'I-3']) expect(await photosOf(number)).toEqual([shown]);
  });

  test('an import whose photos were fetched can still be undone, but for a piece that was edited', async () => {
    serve({
      'cdn.shop.example/u.jpg': photo,
      'cdn.shop.example/v.jpg': photo,
      'cdn.shop.example/w.jpg': photo,
    });
    await importForeign(
      here.admin,
      ['No,Title,Photo', `G-1,One,"${CDN}/u.jpg,${CDN}/v.jpg"`, `G-2,Two,${CDN}/w.jpg`].join('\n'),
    );
    here.shop.clock.forward({ minutes: 1 });
    const { id } = await byNumber(here, 'G-2');
    await here.admin.put(`/api/specimens/${id}`, { title: 'Edited', category: 'Minerals' });
    here.shop.clock.forward({ minutes: 1 });
    await ask();
    await run();
    const [latest]: UndoableImport[] = (await here.admin.get('/api/manage/imports')).json();
    const undone: ImportUndone = (
      await here.admin.post(`/api/manage/imports/${latest?.id}/undo`, {})
    ).json();
    expect(undone).toEqual({ removed: 1, restored: 0, left: 1, titles: ['Edited'] });
  });

  test('only the admin sees and fetches them', async () => {
    const visitor = here.shop.visitor();
    expect((await visitor.get(URL)).statusCode).toBe(401);
    for (const call of ['fetch', 'stop'])
      expect((await visitor.post(`${URL}/${call}`, {})).statusCode).toBe(401);
    expect((await visitor.delete(URL)).statusCode).toBe(401);
  });

  onTheOtherToo(
    'a name in another encoding, or with a control character, holds nothing up',
    async () => {
      const names = ['caf%E9.jpg', '100%.jpg', 'none%00.jpg', 'last.jpg'];
      serve({
        ...Object.fromEntries(names.map((name) => [`cdn.shop.example/${name}`, photo])),
        'cdn.shop.example/none%00.jpg': Buffer.from('no photo'),
      });
      await importForeign(
        here.admin,
        ['No,Title,Photo', ...names.map((name, index) => `ENC-${index},One,${CDN}/${name}`)].join(
          '\n',
        ),
      );
      await ask();
      await run();
      expect(await status()).toMatchObject({ run: { fetched: 3, failed: 1, left: 0 } });
    },
  );
});

describe('the addresses in a cell', () => {
  test.each([
    [
      'https://a.example/1.jpg, https://a.example/2.jpg',
      ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
    ],
    [
      'https://a.example/1.jpg,https://a.example/2.jpg;',
      ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
    ],
    [
      'https://a.example/w_1,h_2/1.jpg|http://b.example/2.jpg#top',
      ['https://a.example/w_1,h_2/1.jpg', 'https://b.example/2.jpg'],
    ],
    ['own.jpg\nhttps://a.example/ü.jpg\nhttps://a.example/ü.jpg', ['https://a.example/%C3%BC.jpg']],
    ['ftp://a.example/1.jpg javascript:alert(1) https:// //a.example/1.jpg', []],
    [`https://a.example/${'x'.repeat(3_000)}`, []],
    // It is stored encoded, and an index takes no longer one.
    [`https://a.example/${'ü'.repeat(1_000)}`, []],
  ])('of %j are %j', (cell, addresses) =>
    expect(addressesIn(cell).map(({ address }) => address)).toEqual(addresses),
  );

  test('of one specimen are at most a hundred', () => {
    const many = Array.from({ length: 150 }, (_, index) => `https://a.example/${index}.jpg`).join(
      '\n',
    );
    expect(addressesIn(many)).toHaveLength(100);
  });
});
