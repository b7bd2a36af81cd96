import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { asVisitorsSee } from '#tests/support/specimens.ts';
import { namesIn, onEveryPair } from '#tests/support/stores.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { filePart, formOf, type Part, smallJpeg } from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';

const demoVideo = readFileSync(
  path.join(import.meta.dirname, '../../../../../demo/video/pyrite-navajun.mp4'),
);

onEveryPair((makeDatabase, makeStore, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let dataDir: string;

  beforeAll(async () => {
    database = await makeDatabase();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'uploading-'));
    mkdirSync(path.join(dataDir, 'uploads'));
    shop = await makeApp(database, { mediaStore: makeStore(), config: { dataDir } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const post = (parts: Part[], url = '/api/specimens') =>
    admin.request({ method: 'POST', url, ...formOf(parts) });
  const data = (input: object): Part => ({
    name: 'data',
    value: JSON.stringify({ category: 'Minerals', ...input }),
  });
  const image = async (name = 'image') => filePart(name, await smallJpeg(), `${name}.jpg`);
  const video = (name: string, bytes: Uint8Array) => filePart(name, bytes, 'turning.mov');
  const created = async (parts: Part[]): Promise<SpecimenDetail> => {
    const response = await post(parts);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const everything = async () => ({
    files: await namesIn(shop.ctx.mediaStore),
    uploads: readdirSync(path.join(dataDir, 'uploads')),
    media: await shop.ctx.db.selectFrom('media').select('id').orderBy('id').execute(),
    links: await shop.ctx.db
      .selectFrom('specimen_media')
      .selectAll()
      .orderBy('specimen_id')
      .orderBy('position')
      .execute(),
    specimens: await shop.ctx.db
      .selectFrom('specimens')
      .select(['id', 'version'])
      .orderBy('id')
      .execute(),
  });
  /** Sends a form that must be refused and leave nothing behind. */
  const refused = async (parts: Part[], url?: string) => {
    const before = await everything();
    const response = await post(parts, url);
    expect(await everything()).toEqual(before);
    expect(response.statusCode, response.body).toBeGreaterThanOrEqual(400);
    return { status: response.statusCode, ...response.json() };
  };

  describe('a new specimen', () => {
    test('is stored with its picture and its fields, and shows at once', async () => {
      const drops = shop.drops();
      const specimen = await created([
        data({ title: 'Amethyst, Veracruz', price: '$1,250', forSale: true, quantity: 2 }),
        await image(),
      ]);
      expect(specimen).toMatchObject({
        title: 'Amethyst, Veracruz',
        category: 'Minerals',
        price: '1250.00',
        shippingPrice: '0.00',
        visible: true,
        status: 'available',
        available: 2,
        version: 1,
        mediaType: 'image',
        main: {
          kind: 'picture',
          width: 48,
          height: 32,
          widths: [],
          alt: 'Amethyst, Veracruz',
          light: null,
        },
        additional: [],
      });
      expect(shop.drops()).toBe(drops + 1);
      expect((await shop.visitor().get(`/api/specimens/${specimen.id}`)).json()).toEqual(
        asVisitorsSee(specimen),
      );
      expect((await shop.visitor().get(specimen.imageUrl)).headers['content-type']).toBe(
        'image/jpeg',
      );
    });

    test('sent again under its key, also at the same moment, is one specimen', async () => {
      const [picture, other] = [await smallJpeg(), await smallJpeg()];
      const send = (key: string, title: string, file: Uint8Array) => {
        const form = formOf([data({ title, visible: false }), filePart('image', file)]);
        return admin.request({
          method: 'POST',
          url: '/api/specimens',
          ...form,
          headers: { ...form.headers, 'idempotency-key': key },
        });
      };
      const [one, two] = await Promise.all([
        send('new-piece', 'From the show', picture),
        send('new-piece', 'From the show', picture),
      ]);
      const again = await send('new-piece', 'From the show', picture);
      expect(
        [one.statusCode, two.statusCode, again.statusCode],
        one.body + two.body + again.body,
      ).toEqual([201, 201, 201]);
      expect(
        new Set([one, two, again].map((response) => response.json<SpecimenDetail>().id)).size,
      ).toBe(1);
      const found = await shop.ctx.db
        .selectFrom('specimens')
        .select('visible')
        .where('title', '=', 'From the show')
        .execute();
      expect(found.map(({ visible }) => visible)).toEqual([false]);
      expect((await send('new-piece', 'Another', picture)).statusCode).toBe(422);
      expect((await send('new-piece', 'From the show', other)).statusCode).toBe(422);
      // A refusal leaves the key free, and what was deleted does not come back.
      expect((await send('second-piece', '', picture)).statusCode).toBe(400);
      const { id } = (await send('second-piece', 'Second', other)).json<SpecimenDetail>();
      await admin.delete(`/api/specimens/${id}`);
      const late = await send('second-piece', 'Second', other);
      expect([late.statusCode, late.json().message]).toEqual([
        409,
        'This specimen was added and has since been deleted.',
      ]);
    });

    onTheOtherToo(
      'may have its parts in any order and its data as a file, as some browsers send JSON',
      async () => {
        const more = [await image('images'), await image('images')];
        const json = {
          name: 'data',
          value: '{"title":"Backwards","category":"Minerals"}',
          filename: 'blob',
          type: 'application/json',
        };
        const specimen = await created([...more, await image(), json]);
        expect(specimen).toMatchObject({ title: 'Backwards', main: { alt: 'Backwards' } });
        expect(specimen.additional).toHaveLength(2);
      },
    );

    onTheOtherToo('stores additional pictures in their order', async () => {
      const sizes = [40, 50, 60, 70];
      const images = await Promise.all(
        sizes.map(async (width) => filePart('images', await smallJpeg(width, 20))),
      );
      const specimen = await created([data({ title: 'Five views' }), await image(), ...images]);
      expect(specimen.additional.map((medium) => medium.width)).toEqual(sizes);
    });

    onTheOtherToo('stores the light of its additional pictures', async () => {
      const parts = [
        await image(),
        await image('images'),
        await image('images'),
        await image('images'),
      ];
      const specimen = await created([
        data({ title: 'Lit', lights: [null, 'long-wave-uv'] }),
        ...parts,
      ]);
      expect(
        [specimen.main, ...specimen.additional].map(
          (medium) => medium.kind === 'picture' && medium.light,
        ),
      ).toEqual([null, null, 'long-wave-uv', null]);
      expect(
        await refused([data({ title: 'Lit', lights: ['moonlight'] }), ...parts]),
      ).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    });

    test('may be a video with its poster; several videos each have their own', async () => {
      const posters = await Promise.all(
        [30, 31, 32].map(async (width) =>
          filePart('poster', await smallJpeg(width, 20), 'poster.jpg'),
        ),
      );
      const second = makeVideo({ sound: true, width: 1920, height: 1080, turned: true });
      const specimen = await created([
        data({ title: 'Turning' }),
        video('image', demoVideo),
        video('images', second),
        await image('images'),
        video('images', makeVideo()),
        ...posters,
      ]);
      expect(specimen).toMatchObject({
        mediaType: 'video',
        main: { kind: 'film', poster: { width: 30 } },
      });
      expect(specimen.additional).toMatchObject([
        { kind: 'film', width: 1080, height: 1920, poster: { width: 31 } },
        { kind: 'picture' },
        { kind: 'film', width: 64, height: 48, poster: { width: 32 } },
      ]);
      const file = await shop.visitor().get(specimen.imageUrl);
      expect(file.headers['content-type']).toBe('video/mp4');
      expect(file.rawPayload.length).toBeGreaterThan(0.99 * demoVideo.length);
    });

    onTheOtherToo('may have the same picture as another specimen', async () => {
      const same = await image();
      const [a, b] = [
        await created([data({ title: 'One' }), same]),
        await created([data({ title: 'Two' }), same]),
      ];
      expect(b.main.id).toBe(a.main.id);
      expect(b.main.alt).toBe('Two');
    });
  });

  describe('is refused, and nothing is stored:', () => {
    const titled = data({ title: 'Refused' });

    onTheOtherToo.each<[string, () => Promise<Part[]>, number, RegExp]>([
      ['no picture', async () => [titled], 400, /^Please select a main image for the specimen$/],
      [
        'two main pictures',
        async () => [titled, await image(), await image()],
        400,
        /only one “image”/,
      ],
      ['no fields', async () => [await image()], 400, /^Please provide a title for the specimen$/],
      [
        'no title',
        async () => [data({ title: ' ' }), await image()],
        400,
        /^Please provide a title for the specimen$/,
      ],
      [
        'an empty category',
        async () => [data({ title: 'A', category: '' }), await image()],
        400,
        /^Please select a category$/,
      ],
      [
        'no category',
        async () => [data({ title: 'A', category: undefined }), await image()],
        400,
        /^Please select a category$/,
      ],
      [
        'a category of null',
        async () => [data({ title: 'A', category: null }), await image()],
        400,
        /^Please select a category$/,
      ],
      [
        'a price of nothing',
        async () => [data({ title: 'A', price: '0.00' }), await image()],
        400,
        /price must be above 0/,
      ],
      ['an unknown field', async () => [data({ title: 'A', id: 7 }), await image()], 400, /id/],
      ['no JSON', async () => [{ name: 'data', value: '{"title":' }, await image()], 400, /JSON/],
      [
        'a prototype',
        async () => [{ name: 'data', value: '{"title":"A","__proto__":{}}' }, await image()],
        400,
        /not allowed/,
      ],
      ['two sets of fields', async () => [titled, titled, await image()], 400, /only one “data”/],
      [
        'endless fields',
        async () => [data({ title: 'A', description: 'x'.repeat(600_000) }), await image()],
        413,
        /too long/,
      ],
      [
        'an unknown part',
        async () => [titled, await image(), { name: 'extra', value: '1' }],
        400,
        /“extra”/,
      ],
      [
        'a text among pictures',
        async () => [
          titled,
          await image(),
          await image('images'),
          filePart('images', Buffer.from('text'), 'notes.txt'),
        ],
        415,
        /“notes\.txt”/,
      ],
      [
        'half a picture at the end',
        async () => [
          titled,
          await image(),
          filePart('images', (await smallJpeg(200, 200)).subarray(0, 500), 'half.jpg'),
        ],
        422,
        /“half\.jpg” is damaged/,
      ],
      [
        'a poster without a video',
        async () => [titled, await image(), await image('poster')],
        400,
        /no video for it/,
      ],
      [
        'a poster that is a video',
        async () => [titled, video('image', makeVideo()), video('poster', makeVideo())],
        415,
        /can’t be a video/,
      ],
      [
        'a video that has only sound',
        async () => [
          titled,
          video('image', makeVideo({ pictures: 'none', sound: true })),
          await image('poster'),
        ],
        422,
        /“turning\.mov”/,
      ],
      [
        'a video that is cut off',
        async () => [titled, video('image', makeVideo().subarray(0, 100)), await image('poster')],
        422,
        /“turning\.mov”/,
      ],
      [
        'a file that is a video only by its name',
        async () => [titled, video('image', Buffer.from('moov')), await image('poster')],
        415,
        /“turning\.mov”/,
      ],
    ])('%s', async (_, parts, status, message) => {
      const response = await refused(await parts());
      expect([response.status, response.message]).toEqual([status, expect.stringMatching(message)]);
    });

    onTheOtherToo('the same file twice, which the message names', async () => {
      const same = await smallJpeg();
      const response = await refused([
        titled,
        filePart('image', same, 'a.jpg'),
        await image('images'),
        filePart('images', same, 'again.jpg'),
      ]);
      expect(response).toMatchObject({
        status: 400,
        file: { part: 'images', index: 1, name: 'again.jpg' },
      });
    });

    onTheOtherToo('more than a hundred additional pictures', async () => {
      const response = await refused([
        titled,
        await image(),
        ...Array.from({ length: 101 }, () => filePart('images', Buffer.from('x'))),
      ]);
      expect(response).toMatchObject({ status: 400, message: 'You can send up to 100 files.' });
    });

    test('a form that ends in the middle', async () => {
      const before = await everything();
      const { payload, headers } = formOf([titled, await image()]);
      const response = await admin.request({
        method: 'POST',
        url: '/api/specimens',
        payload: payload.subarray(0, payload.length - 200),
        headers,
      });
      expect(response.statusCode).toBe(400);
      expect(await everything()).toEqual(before);
    });
  });

  describe('more pictures of a specimen', () => {
    test('are added behind those it has, and count as an edit', async () => {
      const { id, version } = await created([
        data({ title: 'Growing' }),
        await image(),
        filePart('images', await smallJpeg(50, 20)),
      ]);
      const parts = [
        filePart('images', await smallJpeg(60, 20)),
        video('images', makeVideo()),
        await image('poster'),
      ];
      const response = await post(parts, `/api/specimens/${id}/images`);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json().version).toBe(version + 1);
      expect(response.json().additional).toMatchObject([
        { width: 50 },
        { width: 60, alt: 'Growing' },
        { kind: 'film', alt: 'Growing' },
      ]);
    });

    test('are all refused where there is none, one is damaged or there already, or the specimen is unknown', async () => {
      const had = await image();
      const { id } = await created([data({ title: 'Stays' }), had]);
      const url = `/api/specimens/${id}/images`;
      expect(await refused([], url)).toMatchObject({ status: 400 });
      expect(
        await refused([await image('images'), filePart('images', Buffer.from('text'))], url),
      ).toMatchObject({ status: 415 });
      expect(await refused([{ ...had, name: 'images' }], url)).toMatchObject({
        status: 400,
        message: expect.stringContaining('already has'),
      });
      expect(
        await refused([await image('images')], '/api/specimens/2147483647/images'),
      ).toMatchObject({ status: 404 });
      expect(await refused([await image('images')], '/api/specimens/0/images')).toMatchObject({
        status: 400,
      });
    });
  });
});
