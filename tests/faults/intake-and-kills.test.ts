/** The shop's process is killed while it takes in photographs: what it acknowledged is there, and what is sent again is there once. */
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DraftsMade, Intake } from '#features/intake/contract/intakes.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { onDatabases } from '#tests/support/databases.ts';
import { killedShop } from '#tests/support/killed-shop.ts';
import { newDataDir } from '#tests/support/shop-process.ts';
import { shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { namesIn } from '#tests/support/stores.ts';

const PIECES = 4;
/** Milliseconds from sending the rest to the kill. */
const KILLS = [30, 250, 700];

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  test('an intake that is killed again and again loses nothing that was acknowledged and has nothing twice', async () => {
    const database = await makeDatabase();
    const dataDir = database.environment?.DATA_DIR ?? newDataDir();
    const mediaStore = diskStore(path.join(dataDir, 'media'));
    const { app } = await makeApp(database, { mediaStore });
    const shop = killedShop({ DATABASE_URL: '', ...database.environment, DATA_DIR: dataDir });
    await shop.start();
    await shop.logIn();
    const { numbers } = await shop.ask<{ numbers: string[] }>('POST', '/api/manage/label-sheets', {
      count: PIECES,
      first: 'K-1',
    });
    const files = new Map<string, Buffer>();
    for (const [index, number] of numbers.entries()) {
      files.set(`${index}-label`, await shotLabel(number, { time: `2026:11:20 10:0${index}:00` }));
      for (const stone of [1, 2])
        files.set(
          `${index}-stone-${stone}`,
          await shotStone({ time: `2026:11:20 10:0${index}:0${stone}` }),
        );
    }
    const { id } = await shop.ask<Intake>('POST', '/api/manage/intakes');
    const read = () => shop.ask<Intake>('GET', `/api/manage/intakes/${id}`);
    const acknowledged = new Set<string>();
    const sendRest = () =>
      Promise.all(
        [...files].map(async ([name, bytes]) => {
          const form = new FormData();
          form.append('data', JSON.stringify({ modifiedAt: 1 }));
          form.append('file', new Blob([new Uint8Array(bytes)]), name);
          const response = await shop
            .send('POST', `/api/manage/intakes/${id}/files`, form)
            .catch(() => null);
          if (response?.ok) acknowledged.add(name);
        }),
      );

    for (const wait of KILLS) {
      await shop.killAfter(wait, sendRest());
      const there = (await read()).files.map(({ name }) => name);
      expect(new Set(there).size).toBe(there.length);
      expect(there).toEqual(expect.arrayContaining([...acknowledged]));
    }
    await sendRest();
    expect(acknowledged.size).toBe(files.size);
    const intake = await read();
    expect(intake.files).toHaveLength(files.size);
    expect(
      intake.rows.map(({ number, pictures, problems }) => [number, pictures.length, problems]),
    ).toEqual(numbers.map((number) => [number, 2, []]));

    // Killed while it makes drafts: each is whole or not there, and asking again makes the rest.
    await shop.killAfter(15, shop.send('POST', `/api/manage/intakes/${id}/drafts`));
    await shop.ask<DraftsMade>('POST', `/api/manage/intakes/${id}/drafts`);
    const specimens = await database.db
      .selectFrom('specimens')
      .select(['id', 'catalogue_number'])
      .where('catalogue_number', 'like', 'K-%')
      .execute();
    expect(specimens.map(({ catalogue_number }) => catalogue_number).toSorted()).toEqual(numbers);
    const links = await database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where(
        'specimen_id',
        'in',
        specimens.map((specimen) => specimen.id),
      )
      .execute();
    expect(new Set(links.map(({ media_id }) => media_id)).size).toBe(PIECES * 2);

    expect((await shop.send('DELETE', `/api/manage/intakes/${id}`)).status).toBe(204);
    expect(await database.db.selectFrom('intake_files').select('id').execute()).toEqual([]);
    const stems = new Set(
      (await database.db.selectFrom('media').select('stem').execute()).map(({ stem }) => stem),
    );
    // What a killed process had stored and not committed media cleanup finds a day later.
    expect(stems.size).toBe(PIECES * 2);
    expect((await namesIn(mediaStore)).length).toBeGreaterThanOrEqual(stems.size);
    await app.close();
    await database.close();
  }, 120_000);
});
