/** A shop whose media were named by their content: the names that it has given away go on working. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Database } from '#platform/db/open.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryPair } from '#tests/support/stores.ts';

const [picture, poster, video, converted, unknown] = ['a', 'b', 'c', 'd', 'e'].map((digit) =>
  digit.repeat(32),
);
/** The names that 1.0.0 and the versions before it gave them instead. */
const [pictureId, posterId, videoId] = ['1', '2', '3'].map((digit) => digit.repeat(32));
const at = '2026-10-01T09:00:00.000Z';

async function fill({ db }: Database): Promise<void> {
  for (const [id, old, kind, ofVideo, file] of [
    [pictureId, picture, 'picture', null, null],
    [posterId, poster, 'picture', null, null],
    [videoId, video, 'film', posterId, `${converted}.mp4`],
  ]) {
    await sql`insert into media
      (id, old_id, stem, content_hash, kind, width, height, widths, placeholder, poster_id, complete, video_file, video_type, created_at)
      values (${id}, ${old}, ${old}, ${old}, ${kind}, 640, 480, '[320]', '', ${ofVideo}, ${true}, ${file}, ${file && 'video/mp4'}, ${at})`.execute(
      db,
    );
  }
  await sql`insert into specimens (id, title, description, category_id, origin, dimensions, weight, shipping_price, for_sale, visible, status,
    quantity, held, tags, search_text, created_at, updated_at)
    values (1, 'Halite', '', 1, '', '', '', '', ${false}, ${true}, 'available', 1, 0, '[]', '', ${at}, ${at})`.execute(
    db,
  );
  for (const [position, id] of [pictureId, videoId].entries())
    await sql`insert into specimen_media (specimen_id, position, media_id, alt) values (1, ${position}, ${id}, '')`.execute(
      db,
    );
}

onEveryPair((makeDatabase, makeStore) => {
  test('the old URLs of media that were named by their content lead to their random names', async () => {
    const database = await makeDatabase();
    await fill(database);
    const mediaStore = makeStore();
    for (const name of [
      `${picture}-320.jpg`,
      `${picture}-full.jpg`,
      `${poster}-320.avif`,
      `${converted}.mp4`,
    ])
      await mediaStore.put(name, Buffer.from(name));
    const shop = await makeApp(database, { mediaStore });
    const { main, additional } = (
      await shop.visitor().get('/api/specimens/1')
    ).json<SpecimenDetail>();
    const turning = additional[0];
    if (turning?.kind !== 'film') throw new Error('The video has gone');
    expect(turning).toMatchObject({
      url: `/media/${turning.id}-converted.mp4`,
      poster: { widths: [320] },
    });
    expect([main.id, turning.poster.id]).toEqual([pictureId, posterId]);
    const contentOf = async (url: string) => (await shop.visitor().get(url)).body;
    for (const [old, now, file] of [
      [`${picture}-full.jpg`, `${main.id}-full.jpg`, `${picture}-full.jpg`],
      [`${poster}-320.avif`, `${turning.poster.id}-320.avif`, `${poster}-320.avif`],
      [`${video}.mp4`, `${turning.id}-converted.mp4`, `${converted}.mp4`],
      [`${converted}.mp4`, `${turning.id}-converted.mp4`, `${converted}.mp4`],
    ]) {
      const response = await shop.visitor().get(`/media/${old}`);
      expect([response.statusCode, response.headers.location], old).toEqual([301, `/media/${now}`]);
      expect(await contentOf(`/media/${now}`)).toBe(file);
    }
    expect((await shop.visitor().get(`/media/${unknown}-full.jpg`)).statusCode).toBe(404);
    await shop.app.close();
    await database.close();
  });
});
