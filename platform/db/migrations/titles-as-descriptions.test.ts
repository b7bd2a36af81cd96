import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { makeOlder } from '#tests/support/older-database.ts';

onEveryDatabase((makeDatabase, engine) => {
  test('pictures that are described by the number of their specimen take its title, and no others do', async () => {
    const { db, dialect, close } = await makeOlder(makeDatabase, engine, '0062-old-addresses');
    const at = '2026-01-05T09:00:00.000Z';
    for (const [id, title, number] of [
      [1, 'Amethyst', 'W-041'],
      [2, 'W-042', 'W-042'],
      [3, 'Quartz', null],
    ] as const)
      await sql`
        insert into specimens (id, title, description, category_id, origin, dimensions, weight, shipping_price, for_sale, visible, status, quantity,
          held, tags, catalogue_number, search_text, created_at, updated_at)
        values (${id}, ${title}, '', 1, '', '', '', '', ${false}, ${false}, 'available', 1, 0, '[]', ${number}, '', ${at}, ${at})`.execute(
        db,
      );
    for (const [specimen, position, alt] of [
      [1, 0, 'W-041'],
      [1, 1, 'From the side'],
      [2, 0, 'W-042'],
      [3, 0, 'W-041'],
    ] as const) {
      const id = `medium-${specimen}-${position}`;
      await sql`
        insert into media (id, stem, content_hash, kind, width, height, widths, placeholder, complete, created_at)
        values (${id}, ${id}, ${id}, 'picture', 800, 600, '[]', '', true, ${at})`.execute(db);
      await sql`insert into specimen_media (specimen_id, position, media_id, alt) values (${specimen}, ${position}, ${id}, ${alt})`.execute(
        db,
      );
    }
    await migrate(db, dialect);
    const alts = await db
      .selectFrom('specimen_media')
      .select('alt')
      .orderBy('specimen_id')
      .orderBy('position')
      .execute();
    expect(alts.map(({ alt }) => alt)).toEqual(['Amethyst', 'From the side', 'W-042', 'W-041']);
    await close();
  });
});
