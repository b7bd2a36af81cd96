/** The data folder of a version without originals, media jobs and link previews. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { largestJpeg, sizesIn } from '#core/contract/media/media-urls.ts';
import { addSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { getSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { perform } from '#core/server/perform.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openSqlite } from '#platform/db/open.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { smallPicture } from '#tests/support/uploads.ts';
import { runDueJobs } from './media-worker.service.ts';

test.runIf(isThorough)(
  'a shop of an older version shows its media, and the worker makes the missing renditions',
  async () => {
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'upgrade-'));
    const database = openSqlite(path.join(dataDir, 'shop.db'));
    const mediaStore = diskStore(path.join(dataDir, 'media'));
    const [picture = '', tiny = '', video = ''] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
    await migrate(database.db, 'sqlite', '0040-turns');
    const at = '2026-10-01T09:00:00.000Z';
    for (const [id, kind, width, widths, poster] of [
      [picture, 'picture', 1000, '[320,640,960]', null],
      [tiny, 'picture', 200, '[]', null],
      [video, 'film', 640, '[]', picture],
    ]) {
      const [isVideo, file] = [kind === 'film', `${id}.mp4`];
      await sql`insert into media
      (id, old_id, stem, content_hash, kind, width, height, widths, placeholder, poster_id, complete, video_file, video_type, created_at)
      values (${id}, ${id}, ${id}, ${id}, ${kind}, ${width}, 200, ${widths}, '', ${poster}, ${isVideo}, ${isVideo ? file : null},
        ${isVideo ? 'video/mp4' : null}, ${at})`.execute(database.db);
    }
    for (const [id, widths] of [
      [picture, [320, 640, 960, 'full']],
      [tiny, ['full']],
    ] as const) {
      for (const width of widths) {
        const size = width === 'full' ? (id === tiny ? 200 : 1000) : width;
        await mediaStore.put(`${id}-${width}.jpg`, await smallPicture(size, 200).jpeg().toBuffer());
        await mediaStore.put(
          `${id}-${width}.avif`,
          await smallPicture(size, 200).avif().toBuffer(),
        );
      }
    }
    await mediaStore.put(`${video}.mp4`, Buffer.from('film'));

    await sql`insert into specimens
    (title, description, category_id, origin, dimensions, weight, shipping_price, for_sale, visible, status, quantity, held, tags, search_text, created_at, updated_at)
    values ('Turning', '', 1, '', '', '', '', false, true, 'available', 1, 0, '[]', '', ${at}, ${at})`.execute(
      database.db,
    );
    await sql`insert into specimen_media (specimen_id, position, media_id, alt)
    values (1, 0, ${video}, ''), (1, 1, ${tiny}, '')`.execute(database.db);
    for (const [id, kind] of [
      [picture, 'renditions'],
      [tiny, 'renditions'],
      [picture, 'colours'],
    ])
      await sql`insert into media_jobs (media_id, kind, queued_at, due_at) values (${id}, ${kind}, ${at}, ${at})`.execute(
        database.db,
      );
    await prepareDatabase(database);
    const shop = await makeApp(database, { mediaStore, config: { dataDir } });
    const media = [video, picture, tiny].map((mediaId) => ({
      mediaId,
      alt: '',
      light: null,
    }));
    const input = specimenInput.parse({ title: 'Old', category: 'Minerals', price: '1.00' });
    const specimen = await perform(shop.ctx, 'owner', (act) => addSpecimen(act, input, media, at));
    const shown = async () => {
      const { main, additional } = await getSpecimen(shop.ctx, specimen, { hidden: true });
      expect(main).toMatchObject({
        kind: 'film',
        url: `/media/${video}.mp4`,
        type: 'video/mp4',
        poster: { id: picture },
      });
      const pictures = additional.flatMap((medium) => (medium.kind === 'picture' ? [medium] : []));
      for (const shownPicture of pictures) {
        const urls = sizesIn(shownPicture, 'avif').map(
          (size) => `/media/${shownPicture.id}-${size}.avif`,
        );
        for (const url of [...urls, largestJpeg(shownPicture)]) {
          expect((await shop.visitor().get(url)).statusCode, url).toBe(200);
        }
      }
      return pictures.map(({ widths, complete }) => ({ widths, complete }));
    };
    expect(await shown()).toEqual([
      { widths: [320, 640, 960], complete: false },
      { widths: [], complete: false },
    ]);
    await runDueJobs(shop.ctx, 'renditions', new AbortController().signal);
    expect(await shown()).toEqual([
      { widths: [320, 640, 960], complete: true },
      { widths: [], complete: true },
    ]);
    for (const id of [picture, tiny])
      expect((await shop.visitor().get(`/media/${id}-preview.jpg`)).statusCode).toBe(200);

    // Of main pictures alone; a video's is its poster.
    await runDueJobs(shop.ctx, 'colours', new AbortController().signal);
    const known = await database.db
      .selectFrom('media')
      .select('id')
      .where('colours', 'is not', null)
      .execute();
    expect(known).toEqual([{ id: picture }]);
    expect(await database.db.selectFrom('media_jobs').selectAll().execute()).toEqual([]);
    await shop.app.close();
    await database.close();
  },
);
