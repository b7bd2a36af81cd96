import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { makeOlder } from '#tests/support/older-database.ts';
import { isThorough } from '#tests/support/thorough.ts';

onEveryDatabase((makeDatabase, engine) => {
  test('the hero’s picture of an earlier version gets its widest rendition by a job, where it is wide enough', async () => {
    const widths: [number, object[]][] = [
      [2400, [{ media_id: 'hero', kind: 'renditions' }]],
      [1600, []],
    ];
    // Each makes every table of the earlier version.
    for (const [width, jobs] of isThorough ? widths : widths.slice(0, 1)) {
      const { db, dialect, close } = await makeOlder(makeDatabase, engine, '0055-own-species');
      const at = '2026-01-05T09:00:00.000Z';
      for (const id of ['hero', 'other'])
        await sql`
          insert into media (id, stem, content_hash, kind, width, height, widths, placeholder, complete, created_at)
          values (${id}, ${id}, ${id}, 'picture', ${width}, 900, '[]', '', true, ${at})`.execute(
          db,
        );
      const setting = JSON.stringify({
        title: 'Look',
        background: { kind: 'picture', id: 'hero' },
      });
      await sql`insert into site_settings (key, value, updated_at) values ('hero', ${setting}, ${at})`.execute(
        db,
      );
      await migrate(db, dialect);
      expect(await db.selectFrom('media_jobs').select(['media_id', 'kind']).execute()).toEqual(
        jobs,
      );
      expect(
        await db.selectFrom('media').select('id').where('is_wide', '=', true).execute(),
      ).toEqual([{ id: 'hero' }]);
      await close();
    }
  });
});
