/** A shop whose media were named by their content: the names that it has given away go on working. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import type { Database } from '#server/platform/db/open.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { makeApp } from '#tests/support/app.ts';
import { makeOlder } from '#tests/support/older-database.ts';
import { onEveryPair } from '#tests/support/stores.ts';

const [picture, poster, video, converted, unknown] = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(32));
const WITHOUT_RANDOM_NAMES = '0017-passkeys';
const at = '2026-10-01T09:00:00.000Z';

async function fill({ db }: Database): Promise<void> {
  for (const [id, kind, posterId, file] of [
    [picture, 'picture', null, null],
    [poster, 'picture', null, null],
    [video, 'film', poster, `${converted}.mp4`],
  ]) {
    await sql`insert into media (id, kind, width, height, widths, placeholder, poster_id, complete, video_file, video_type, created_at)
      values (${id}, ${kind}, 640, 480, '[320]', '', ${posterId}, ${true}, ${file}, ${file && 'video/mp4'}, ${at})`.execute(db);
  }
  await sql`insert into media_jobs (media_id, kind, queued_at, due_at) values (${video}, 'conversion', ${at}, ${at})`.execute(db);
  await sql`insert into specimens (id, title, description, category_id, origin, dimensions, weight, shipping_price, for_sale, visible, status,
    quantity, held, tags, search_text, created_at, updated_at)
    values (1, 'Halite', '', 1, '', '', '', '', ${false}, ${true}, 'available', 1, 0, '[]', '', ${at}, ${at})`.execute(db);
  for (const [position, id] of [picture, video].entries())
    await sql`insert into specimen_media (specimen_id, position, media_id, alt) values (1, ${position}, ${id}, '')`.execute(db);
  const background = {
    kind: 'picture',
    id: picture,
    width: 640,
    height: 480,
    widths: [320],
    placeholder: '',
    complete: true,
    alt: '',
    light: null,
  };
  const hero = JSON.stringify({ background, backgroundUrl: `/media/${picture}-full.jpg` });
  await sql`insert into site_settings (key, value, updated_at) values ('hero', ${hero}, ${at})`.execute(db);
  await sql`insert into orders (id, kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents,
    access_key, ip_address, created_at, updated_at)
    values (1, 'cart', 'paid', 'Ada', 'a@a.example', 'x', 0, 0, 0, 'k', '', ${at}, ${at})`.execute(db);
  for (const url of [`/media/${picture}-320.jpg`, `/media/${unknown}-full.jpg`, ''])
    await sql`insert into order_lines (order_id, title, price_cents, shipping_cents, quantity, image_url, claim)
      values (1, 'Halite', 0, 0, 1, ${url}, 'taken')`.execute(db);
}

onEveryPair((makeDatabase, makeStore, engine) => {
  test('media named by their content get random names, and their old URLs lead there', async () => {
    const database = await makeOlder(makeDatabase, engine, WITHOUT_RANDOM_NAMES);
    await fill(database);
    const mediaStore = makeStore();
    for (const name of [`${picture}-320.jpg`, `${picture}-full.jpg`, `${poster}-320.avif`, `${converted}.mp4`])
      await mediaStore.put(name, Buffer.from(name));
    await prepareDatabase(database);
    const shop = await makeApp(database, { mediaStore });
    const { main, additional } = (await shop.visitor().get('/api/specimens/1')).json<SpecimenDetail>();
    const turning = additional[0];
    if (turning?.kind !== 'film') throw new Error('The video has gone');
    expect(turning).toMatchObject({ url: `/media/${turning.id}-converted.mp4`, poster: { widths: [320] } });
    for (const { id } of [main, turning, turning.poster]) expect([picture, poster, video]).not.toContain(id);

    const lines = await database.db.selectFrom('order_lines').select(['media_id', 'image_url']).orderBy('id').execute();
    expect(lines).toEqual([
      { media_id: main.id, image_url: expect.stringMatching(/^\/media\/[0-9a-f]{32}-320\.jpg$/) },
      { media_id: null, image_url: `/media/${unknown}-full.jpg` },
      { media_id: null, image_url: '' },
    ]);
    expect(lines[0]?.image_url).not.toContain(main.id);
    const contentOf = async (url: string) => (await shop.visitor().get(url)).body;
    expect(await contentOf(lines[0]?.image_url ?? '')).toBe(`${picture}-320.jpg`);
    expect((await shop.visitor().get('/api/settings/hero')).json()).toMatchObject({
      background: { id: main.id },
      backgroundUrl: `/media/${main.id}-full.jpg`,
    });
    const jobs = await database.db.selectFrom('media_jobs').select(['kind', 'media_id']).orderBy('kind', 'desc').execute();
    expect(jobs).toEqual([
      { kind: 'conversion', media_id: turning.id },
      { kind: 'colours', media_id: main.id },
    ]);

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
