import type { Db } from '#server/platform/db/db.ts';
import { type OrderRow, orderColumns } from './orders.queries.ts';

/** With the note on its buyer. */
export type ExportedRow = OrderRow & { buyer_note: string | null };

/** At most `limit` orders with larger ids than `after`, by id. */
export async function selectOrdersAfter(db: Db, after: number, limit: number): Promise<ExportedRow[]> {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select((eb) =>
      eb
        .selectFrom('buyers')
        .select('note')
        .where((buyer) => buyer(buyer.fn('lower', ['email']), '=', buyer.fn<string>('lower', ['customer_email'])))
        .limit(1)
        .as('buyer_note'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
