import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_IMAGES,
  TOO_MANY_IMAGES,
} from '#core/server/catalogue/specimens/editing/specimen-pictures.service.ts';
import type { DraftsMade, Intake } from '#features/intake/contract/intakes.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addPicture } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let intake: number;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
    intake = (await admin.post('/api/manage/intakes')).json<Intake>().id;
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  let taken = 0;
  /** A photo that the admin has put into a number's row. */
  const take = async (placed_in: string) => {
    taken += 1;
    const media_id = await addPicture(shop.ctx);
    const file = {
      intake_id: intake,
      name: `${taken}.jpg`,
      size: 1,
      modified_at: '2026-11-20T10:00:00.000Z',
      content_hash: media_id,
    };
    await database.db
      .insertInto('intake_files')
      .values({
        ...file,
        media_id,
        codes: JSON.stringify([]),
        has_unreadable_code: false,
        is_ultraviolet: false,
        placed_in,
      })
      .execute();
  };
  const makeDrafts = async () =>
    (await admin.post(`/api/manage/intakes/${intake}/drafts`)).json<DraftsMade>();

  test('a row that is refused is named, and keeps none of the others from becoming a draft', async () => {
    await admin.post('/api/manage/label-sheets', { count: 4, first: 'D-1' });
    for (const number of ['D-1', 'D-2']) await take(number);
    const [full = 0] = (await makeDrafts()).made;
    const media = await Promise.all(Array.from({ length: MAX_IMAGES }, () => addPicture(shop.ctx)));
    const links = media.map((media_id, index) => ({
      specimen_id: full,
      position: index + 1,
      media_id,
      alt: '',
      light: null,
    }));
    await database.db.insertInto('specimen_media').values(links).execute();
    for (const number of ['D-1', 'D-3', 'D-4']) await take(number);

    const { made, failed, intake: after } = await makeDrafts();
    expect(failed).toEqual([{ number: 'D-1', message: TOO_MANY_IMAGES }]);
    expect(made).toHaveLength(2);
    const states = Object.fromEntries(after.rows.map(({ number, state }) => [number, state]));
    expect(states).toEqual({ 'D-1': 'ready', 'D-2': 'done', 'D-3': 'done', 'D-4': 'done' });
  });
});
