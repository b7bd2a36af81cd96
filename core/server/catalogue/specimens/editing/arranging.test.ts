import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody } from '#tests/support/orders.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  beforeEach(async () => {
    [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Fluorite, Elmwood' }]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const put = (body: object, headers?: Record<string, string>, path = '') =>
    admin.request({ method: 'PUT', url: `/api/specimens/${id}${path}`, payload: body, headers });
  const entitle = async (title: string, fields: object = {}) =>
    expect((await put({ title, category: 'Minerals', ...fields })).statusCode).toBe(200);
  /** Without what is like it, which the response to a change leaves out. */
  const read = async (): Promise<SpecimenDetail> => {
    const { related, ...specimen } = (
      await admin.get(`/api/specimens/${id}`)
    ).json<SpecimenDetail>();
    return specimen;
  };

  describe('the arrangement of pictures', () => {
    const show = async (count: number) => {
      const ids = await Promise.all(Array.from({ length: count }, () => addPicture(shop.ctx)));
      const rows = ids.map((media_id, place) => ({
        specimen_id: id,
        position: place + 1,
        media_id,
        alt: `View ${place}`,
        light: null,
      }));
      await shop.ctx.db.insertInto('specimen_media').values(rows).execute();
      return ids;
    };
    const item = (mediaId: string | undefined, alt = 'Seen again') => ({
      mediaId: mediaId ?? '',
      alt,
      light: null,
    });

    test('sets order and descriptions, and removes the pictures that it leaves out', async () => {
      const [a, b, c] = await show(3);
      const main = (await read()).main;
      const body = {
        main: { alt: 'From the front', light: 'daylight' },
        images: [{ ...item(c), light: 'long-wave-uv' }, item(a, '')],
      };
      const response = await put(body, { 'if-match': '"1"' }, '/images');
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json()).toMatchObject({
        version: 2,
        main: { id: main.id, alt: 'From the front', light: 'daylight' },
      });
      expect(response.json().additional).toMatchObject([
        { id: c, alt: 'Seen again', light: 'long-wave-uv' },
        { id: a, alt: '', light: null },
      ]);
      expect(
        await shop.ctx.db
          .selectFrom('media')
          .select('id')
          .where('id', '=', b ?? '')
          .execute(),
      ).toHaveLength(1);
      expect((await put({ images: [] }, {}, '/images')).json()).toMatchObject({
        additional: [],
        main: { alt: 'From the front' },
      });
    });

    test('follow the number and the title in their alternative texts until somebody describes them', async () => {
      const [a = '', b = ''] = await show(2);
      const described = async () => {
        const { main, additional } = await read();
        return [main, ...additional].map(({ alt }) => alt);
      };
      await entitle('W-041', { catalogueNumber: `W-041 ${id}` });
      await put(
        {
          main: item((await read()).main.id, 'W-041'),
          images: [item(a, `W-041 ${id}`), item(b, 'From the side')],
        },
        {},
        '/images',
      );
      await entitle('Amethyst, Veracruz');
      expect(await described()).toEqual([
        'Amethyst, Veracruz',
        'Amethyst, Veracruz',
        'From the side',
      ]);
      await put({ images: [item(a, 'In the dark'), item(b, 'From the side')] }, {}, '/images');
      await entitle('Amethyst');
      expect(await described()).toEqual(['Amethyst', 'In the dark', 'From the side']);
    });

    test('another one becomes the main one of a draft, and never of what visitors see or somebody has ordered', async () => {
      const [a, b] = await show(2);
      const { main } = await read();
      const swapped = { main: item(a, 'Seen now'), images: [item(main.id, 'Before'), item(b)] };
      const refusal = {
        code: 'state_conflict',
        message: 'Changing the image requires re-uploading the specimen.',
      };
      expect((await put(swapped, {}, '/images')).json()).toMatchObject(refusal);
      const ordered = await shop
        .visitor()
        .post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }]));
      expect(ordered.statusCode, ordered.body).toBe(201);
      await put({ visible: false });
      expect((await put(swapped, {}, '/images')).json()).toMatchObject(refusal);
      expect((await read()).main.id).toBe(main.id);

      [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Draft', visible: false }]);
      const first = (await read()).main;
      const [other] = await show(1);
      const response = await put(
        { main: item(other, 'Seen now'), images: [item(first.id, 'Before')] },
        {},
        '/images',
      );
      expect(response.json()).toMatchObject({
        main: { id: other, alt: 'Seen now' },
        additional: [{ id: first.id, alt: 'Before' }],
      });
      expect(
        (await put({ main: item(await addPicture(shop.ctx)), images: [] }, {}, '/images')).json()
          .code,
      ).toBe('invalid_input');
      expect(
        (await put({ main: item(other), images: [item(other)] }, {}, '/images')).json().code,
      ).toBe('invalid_input');
      expect(await read()).toMatchObject({ main: { id: other }, additional: [{ id: first.id }] });
    });

    test('is refused with a picture of another specimen, a picture twice, the main one, or an old version', async () => {
      const [a] = await show(1);
      const before = await read();
      for (const images of [
        [item(await addPicture(shop.ctx))],
        [item(a), item(a)],
        [item(before.main.id)],
        [item('')],
      ]) {
        expect((await put({ images }, {}, '/images')).json().code).toBe('invalid_input');
      }
      expect((await put({ images: [] }, { 'if-match': '"7"' }, '/images')).json()).toMatchObject({
        code: 'changed_meanwhile',
        specimen: before,
      });
      expect((await put({}, {}, '/images')).statusCode).toBe(400);
      expect(await read()).toEqual(before);
    });
  });
});
