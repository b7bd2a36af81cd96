import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

const categories = [
  { id: 1, name: 'Minerals', description: 'Natural compounds and elements, as they grew', color: '#5f7f6f' },
  { id: 2, name: 'Crystals', description: 'Single crystals and clusters with their faces', color: '#7d5ae0' },
  { id: 3, name: 'Gemstones', description: 'Cut and polished stones', color: '#b0446a' },
  { id: 4, name: 'Fossils', description: 'Life turned to stone', color: '#9a7446' },
  { id: 5, name: 'Meteorites', description: 'Stone and iron from elsewhere', color: '#5d6470' },
];

/** Every table of the first version. Ids are never used again: AUTOINCREMENT on SQLite, identity on PostgreSQL. */
export function migration(dialect: Dialect) {
  const isSqlite = dialect === 'sqlite';

  const identity = (column: ColumnDefinitionBuilder) =>
    isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();
  const instant = 'timestamptz' as const;

  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      const table = (name: string) => schema.createTable(name).addColumn('id', 'integer', identity);

      await table('users')
        .addColumn('username', 'text', (c) => c.notNull().unique())
        .addColumn('password_hash', 'text', notNull)
        .addColumn('is_demo', 'boolean', notNull)
        .addColumn('created_at', instant, notNull)
        .addColumn('updated_at', instant, notNull)
        .execute();

      await schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('created_at', instant, notNull)
        .addColumn('last_seen_at', instant, notNull)
        .execute();
      await schema.createIndex('sessions_user').on('sessions').column('user_id').execute();

      await table('login_attempts')
        .addColumn('username', 'text', notNull)
        .addColumn('address', 'text', notNull)
        .addColumn('created_at', instant, notNull)
        .execute();
      await schema.createIndex('login_attempts_username').on('login_attempts').columns(['username', 'created_at']).execute();

      await schema
        .createTable('categories')
        .addColumn('id', 'integer', (c) => c.primaryKey())
        .addColumn('name', 'text', (c) => c.notNull().unique())
        .addColumn('description', 'text', notNull)
        .addColumn('color', 'text', notNull)
        .execute();
      await (db as unknown as Kysely<{ categories: (typeof categories)[number] }>).insertInto('categories').values(categories).execute();

      await table('specimens')
        .addColumn('title', 'text', notNull)
        .addColumn('description', 'text', notNull)
        .addColumn('category_id', 'integer', (c) => c.notNull().references('categories.id'))
        .addColumn('origin', 'text', notNull)
        .addColumn('dimensions', 'text', notNull)
        .addColumn('weight', 'text', notNull)
        .addColumn('acquisition_date', 'text')
        .addColumn('price', 'text')
        .addColumn('price_cents', 'bigint', (c) => c.check(sql`price_cents > 0`))
        .addColumn('shipping_price', 'text', notNull)
        .addColumn('shipping_cents', 'bigint', (c) => c.check(sql`shipping_cents >= 0`))
        .addColumn('for_sale', 'boolean', notNull)
        .addColumn('visible', 'boolean', notNull)
        .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('available', 'pending', 'sold')`))
        .addColumn('status_by_hand', 'text', (c) => c.check(sql`status_by_hand in ('pending', 'sold')`))
        .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 0`))
        .addColumn('held', 'integer', (c) => c.notNull().check(sql`held >= 0 and held <= quantity`))
        .addColumn('tags', 'jsonb', notNull)
        .addColumn('search_text', 'text', notNull)
        .addColumn('created_at', instant, notNull)
        .addColumn('updated_at', instant, notNull)
        .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();
      await schema.createIndex('specimens_newest').on('specimens').columns(['visible', 'created_at', 'id']).execute();
      await schema.createIndex('specimens_created').on('specimens').columns(['created_at', 'id']).execute();
      await schema.createIndex('specimens_category').on('specimens').columns(['category_id', 'created_at', 'id']).execute();
      await schema.createIndex('specimens_price').on('specimens').columns(['visible', 'price_cents', 'id']).execute();

      await schema
        .createTable('media')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('picture', 'film')`))
        .addColumn('width', 'integer', notNull)
        .addColumn('height', 'integer', notNull)
        .addColumn('widths', 'jsonb', notNull)
        .addColumn('placeholder', 'text', notNull)
        .addColumn('poster_id', 'text', (c) => c.references('media.id'))
        .addColumn('created_at', instant, notNull)
        .execute();

      await schema
        .createTable('specimen_media')
        .addColumn('specimen_id', 'integer', (c) => c.notNull().references('specimens.id').onDelete('cascade'))
        .addColumn('position', 'integer', notNull)
        .addColumn('media_id', 'text', (c) => c.notNull().references('media.id'))
        .addColumn('alt', 'text', notNull)
        .addColumn('light', 'text')
        .addPrimaryKeyConstraint('specimen_media_key', ['specimen_id', 'position'])
        .execute();
      await schema.createIndex('specimen_media_media').on('specimen_media').column('media_id').execute();

      await table('collections')
        .addColumn('name', 'text', notNull)
        .addColumn('description', 'text', notNull)
        .addColumn('cover_image_url', 'text', notNull)
        .execute();

      await table('collection_specimens')
        .addColumn('collection_id', 'integer', (c) => c.notNull().references('collections.id').onDelete('cascade'))
        .addColumn('specimen_id', 'integer', (c) => c.notNull().references('specimens.id').onDelete('cascade'))
        .addUniqueConstraint('collection_specimens_once', ['collection_id', 'specimen_id'])
        .execute();
      await schema.createIndex('collection_specimens_specimen').on('collection_specimens').column('specimen_id').execute();

      await table('site_settings')
        .addColumn('key', 'text', (c) => c.notNull().unique())
        .addColumn('value', 'jsonb', notNull)
        .addColumn('updated_at', instant, notNull)
        .execute();

      await table('orders')
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('cart', 'direct')`))
        .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'paid', 'shipped', 'delivered', 'cancelled')`))
        .addColumn('customer_name', 'text', notNull)
        .addColumn('customer_email', 'text', notNull)
        .addColumn('customer_address', 'text', notNull)
        .addColumn('subtotal_cents', 'bigint', notNull)
        .addColumn('shipping_cents', 'bigint', notNull)
        .addColumn('total_cents', 'bigint', notNull)
        .addColumn('venmo_username', 'text')
        .addColumn('venmo_payment_id', 'text')
        .addColumn('notes', 'text')
        .addColumn('access_key', 'text', notNull)
        .addColumn('address', 'text', notNull)
        .addColumn('created_at', instant, notNull)
        .addColumn('updated_at', instant, notNull)
        .execute();
      await schema.createIndex('orders_pending').on('orders').columns(['status', 'created_at']).execute();

      await table('order_lines')
        .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id').onDelete('cascade'))
        .addColumn('specimen_id', 'integer', (c) => c.references('specimens.id').onDelete('set null'))
        .addColumn('title', 'text', notNull)
        .addColumn('price_cents', 'bigint', notNull)
        .addColumn('shipping_cents', 'bigint', notNull)
        .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
        .addColumn('image_url', 'text', notNull)
        .addColumn('claim', 'text', (c) => c.notNull().check(sql`claim in ('held', 'taken', 'none')`))
        .execute();
      await schema.createIndex('order_lines_order').on('order_lines').column('order_id').execute();
      await schema.createIndex('order_lines_specimen').on('order_lines').column('specimen_id').execute();

      await schema
        .createTable('order_buyers')
        .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id').onDelete('cascade'))
        .addColumn('buyer_hash', 'text', notNull)
        .addPrimaryKeyConstraint('order_buyers_key', ['order_id', 'buyer_hash'])
        .execute();

      await schema
        .createTable('idempotency_keys')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('body_hash', 'text', notNull)
        .addColumn('order_id', 'integer', (c) => c.references('orders.id').onDelete('set null'))
        .addColumn('created_at', instant, notNull)
        .execute();

      await table('events')
        .addColumn('created_at', instant, notNull)
        .addColumn('actor', 'text', notNull)
        .addColumn('kind', 'text', notNull)
        .addColumn('specimen_id', 'integer')
        .addColumn('order_id', 'integer')
        .addColumn('data', 'jsonb', notNull)
        .execute();
      await schema.createIndex('events_order').on('events').column('order_id').execute();
      await schema.createIndex('events_specimen').on('events').column('specimen_id').execute();

      await schema
        .createTable('markers')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('created_at', instant, notNull)
        .execute();
    },
  };
}
