import type { Kysely } from 'kysely';

/** Certificates as they were signed. They outlive the order and the specimen; the picture has a name of its own, as that of an order line has. */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .createTable('certificates')
        .addColumn('code', 'text', (c) => c.primaryKey().notNull())
        .addColumn('order_line_id', 'integer', (c) => c.references('order_lines.id').onDelete('set null'))
        .addColumn('document', 'text', (c) => c.notNull())
        .addColumn('signature', 'text', (c) => c.notNull())
        .addColumn('media_id', 'text', (c) => c.references('media.id'))
        .addColumn('image_url', 'text', (c) => c.notNull())
        .addColumn('issued_at', 'timestamptz', (c) => c.notNull())
        .execute();
      for (const column of ['order_line_id', 'media_id', 'image_url'])
        await schema.createIndex(`certificates_${column}`).on('certificates').column(column).execute();
    },
  };
}
