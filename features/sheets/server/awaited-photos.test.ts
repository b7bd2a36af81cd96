import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

onEveryDatabase((makeDatabase) => {
  test('photos that are still to come are awaited by the piece in the place of theirs', async () => {
    const database = await makeDatabase();
    const { app, ctx, admin } = await makeApp(database);
    const [old = 0] = await addSpecimens(ctx, [{ title: 'Stibnite' }]);
    await ctx.db
      .insertInto('awaited_photos')
      .values({ specimen_id: old, name: 'side.jpg' })
      .execute();
    const address = {
      address: 'https://former.example/side.jpg',
      host: 'former.example',
      row: 2,
      state: 'waiting' as const,
    };
    await ctx.db
      .insertInto('photo_addresses')
      .values({ ...address, specimen_id: old })
      .execute();
    const fields = {
      title: 'Stibnite',
      category: 'Minerals',
      replaces: { id: old, remaining: [] },
    };
    const response = await (await admin()).request({
      method: 'POST',
      url: '/api/specimens',
      ...formOf([
        { name: 'data', value: JSON.stringify(fields) },
        filePart('image', await smallJpeg(41)),
      ]),
    });
    expect(response.statusCode, response.body).toBe(201);
    for (const table of ['awaited_photos', 'photo_addresses'] as const)
      expect(await ctx.db.selectFrom(table).select('specimen_id').execute()).toEqual([
        { specimen_id: response.json().id },
      ]);
    await app.close();
    await database.close();
  });
});
