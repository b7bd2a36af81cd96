/** Which numbers of sheets of labels are still to be photographed, in a shop with very many pieces. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noPhotoHash } from '#core/server/media/files/no-photo.service.ts';
import { MAX_UNSEEN } from '#features/intake/contract/intake-rules.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { NOW } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { unusedFrom } from './known-numbers.ts';

/** More than a statement can have values, on each engine. */
const MANY = 66_000;

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** A sheet of labels with these places. */
  const reserve = (sheet: number, places: number) =>
    sql`
    insert into reserved_numbers (number_key, catalogue_number, sheet_id, place, reserved_at)
    with recursive places(place) as (select 1 union all select place + 1 from places where place < ${sql.lit(places)})
    select ${sql.lit(`s${sheet}-`)} || place, ${sql.lit(`S${sheet}-`)} || place, ${sql.lit(sheet)}, place, ${sql.lit(NOW)} from places`.execute(
      database.db,
    );
  const give = (specimen: number, prefix: string) =>
    sql`
    insert into catalogue_numbers (number_key, specimen_id)
    select number_key, ${sql.lit(specimen)} from reserved_numbers where number_key like ${sql.lit(`${prefix}%`)}`.execute(
      database.db,
    );

  test('numbers of the sheets without a piece or a photo are told in their order, up to a bound', async () => {
    const [shown = 0] = await addSpecimens(shop.ctx, [{}]);
    const [photoless = 0] = await addSpecimens(shop.ctx, [{}]);
    const medium = database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where('specimen_id', '=', photoless);
    await database.db
      .updateTable('media')
      .set({ content_hash: noPhotoHash() })
      .where('id', '=', medium)
      .execute();
    await reserve(1, 1);
    await reserve(2, MANY);
    await give(shown, 's2-');
    await reserve(3, 2);
    await give(photoless, 's3-2');
    const numbers = async (sheet: number) =>
      (await unusedFrom(database.db, sheet)).map(({ number }) => number);
    expect([await numbers(2), await numbers(1)]).toEqual([
      ['S3-1', 'S3-2'],
      ['S1-1', 'S3-1', 'S3-2'],
    ]);
    await reserve(4, MAX_UNSEEN);
    expect(await numbers(1)).toHaveLength(MAX_UNSEEN);
  });
});
