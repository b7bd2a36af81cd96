import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

type After = {
  media: { id: string; old_id: string };
  site_settings: { key: string; value: string };
};

/** A name as an older version made it, in a text. */
const OLD_ID = /\b[0-9a-f]{32}\b/g;

/**
 * Media get random ids. Until now an id was a hash of the file, which anybody who has the file can compute; it stays as the `stem` of the files'
 * names, so that no file moves, and as `old_id`, from which old URLs lead to new ones. The picture of an order line gets a name of its own, which only readers of
 * the order know.
 */
export function migration(dialect: Dialect) {
  // Both are filled from the operating system's source of random numbers.
  const randomId = dialect === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`replace(gen_random_uuid()::text, '-', '')`;
  const newId = (column: string) => sql`(select renamed.id from media as renamed where renamed.old_id = ${sql.ref(column)})`;
  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      for (const column of ['stem', 'content_hash']) {
        await schema
          .alterTable('media')
          .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
          .execute();
      }
      await schema.alterTable('media').addColumn('old_id', 'text').execute();
      await schema.createIndex('media_old_id').on('media').column('old_id').unique().execute();
      await schema
        .alterTable('order_lines')
        .addColumn('media_id', 'text', (c) => c.references('media.id'))
        .execute();

      // A key cannot be changed while others refer to it: every row is copied, then what refers to it follows, then the old one goes.
      const same = sql.raw(
        'kind, width, height, widths, placeholder, poster_id, has_plain_poster, original, complete, video_file, video_type, created_at',
      );
      await sql`insert into media (id, old_id, stem, content_hash, ${same}) select ${randomId}, id, id, id, ${same} from media`.execute(db);
      await sql`update media set poster_id = ${newId('media.poster_id')} where old_id is not null and poster_id is not null`.execute(db);
      await sql`update specimen_media set media_id = ${newId('specimen_media.media_id')}`.execute(db);
      await sql`update media_jobs set media_id = ${newId('media_jobs.media_id')}`.execute(db);
      await sql`delete from media where old_id is null`.execute(db);

      // `/media/<id>-640.jpg`: the id begins at the eighth character.
      await sql`update order_lines set media_id = (select id from media where old_id = substr(order_lines.image_url, 8, 32))
        where image_url like '/media/%'`.execute(db);
      await sql`update order_lines set image_url = '/media/' || ${randomId} || substr(image_url, 40) where media_id is not null`.execute(
        db,
      );
      await renameInSettings(db as unknown as Kysely<After>);

      await schema.createIndex('media_stem').on('media').column('stem').execute();
      await schema.createIndex('media_content').on('media').column('content_hash').unique().execute();
      await schema.createIndex('media_video_file').on('media').column('video_file').execute();
      await schema.createIndex('order_lines_media').on('order_lines').column('media_id').execute();
    },
  };
}

/** Settings name pictures anywhere in their values. */
async function renameInSettings(db: Kysely<After>): Promise<void> {
  const { rows } = await sql<{ key: string; text: string }>`select key, cast(value as text) as text from site_settings`.execute(db);
  for (const { key, text } of rows) {
    const old = [...new Set(text.match(OLD_ID))];
    if (old.length === 0) continue;
    const media = await db.selectFrom('media').select(['id', 'old_id']).where('old_id', 'in', old).execute();
    const renamed = new Map(media.map(({ id, old_id }) => [old_id, id]));
    const value = text.replaceAll(OLD_ID, (id) => renamed.get(id) ?? id);
    if (value !== text) await db.updateTable('site_settings').set({ value }).where('key', '=', key).execute();
  }
}
