import { type ExpressionBuilder, sql } from 'kysely';
import type { InquiryStatus } from '#features/questions/contract/inquiry-rules.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row, Schema } from '#platform/db/schema.ts';
import type { Inquiries, InquiryMessages } from './tables.ts';

export type InquiryRow = Row<Inquiries>;
type MessageRow = Row<InquiryMessages>;

export async function insertInquiry(tx: Tx, inquiry: NewRow<Inquiries>): Promise<number> {
  return (
    await tx.insertInto('inquiries').values(inquiry).returning('id').executeTakeFirstOrThrow()
  ).id;
}

export async function insertMessage(tx: Tx, message: NewRow<InquiryMessages>): Promise<number> {
  return (
    await tx
      .insertInto('inquiry_messages')
      .values(message)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

/** The earliest first. */
export async function selectInquiriesSince(tx: Tx, after: string) {
  return tx
    .selectFrom('inquiries')
    .select(['subject', 'ip_address', 'created_at'])
    .where('created_at', '>', after)
    .orderBy('created_at')
    .execute();
}

export async function selectInquiry(db: Db | Tx, id: number): Promise<InquiryRow | undefined> {
  return db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The earliest first. */
export async function selectInquiriesFrom(db: Db | Tx, email: string): Promise<InquiryRow[]> {
  const isSame = (eb: ExpressionBuilder<Schema, 'inquiries'>) =>
    eb(eb.fn('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)]));
  return db.selectFrom('inquiries').selectAll().where(isSame).orderBy('id').execute();
}

/** @returns whether there is such an inquiry. */
export async function updateStatus(tx: Tx, id: number, status: InquiryStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inquiries')
    .set({ status })
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export async function deleteInquiryRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('inquiries').where('id', '=', id).execute();
}

export async function deleteAboutOrder(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('inquiries').where('order_id', '=', orderId).execute();
}

export async function moveInquiries(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set({ specimen_id: to, subject: `specimen ${to}` })
    .where('specimen_id', '=', from)
    .execute();
}

const subjects = (db: Db, status: InquiryStatus) =>
  db
    .selectFrom('inquiries')
    .select((eb) => ['subject', eb.fn.max('id').as('latest')])
    .groupBy('subject')
    .having(
      sql<number>`sum(case when status = 'open' then 1 else 0 end)`,
      status === 'open' ? '>' : '=',
      0,
    );

export async function countSubjects(db: Db, status: InquiryStatus): Promise<number> {
  const counted = db
    .selectFrom(subjects(db, status).as('subjects'))
    .select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** The subject with the newest inquiry comes first. */
export async function selectSubjects(
  db: Db,
  status: InquiryStatus,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const found = await subjects(db, status)
    .orderBy('latest', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return found.map(({ subject }) => subject);
}

/** Null if the inquiry is not among them. */
export async function countSubjectsBefore(
  db: Db,
  status: InquiryStatus,
  inquiry: number,
): Promise<number | null> {
  const its = await db
    .selectFrom(subjects(db, status).as('subjects'))
    .select('latest')
    .where('subject', '=', (eb) =>
      eb.selectFrom('inquiries').select('subject').where('id', '=', inquiry),
    )
    .executeTakeFirst();
  if (!its) return null;
  const counted = db
    .selectFrom(subjects(db, status).as('subjects'))
    .where('latest', '>', its.latest);
  return (
    await counted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  ).count;
}

/**
 * The newest first.
 * @param most `limit` for each subject: the inquiry that is to come `first`, then open ones.
 */
export async function selectInquiriesAbout(
  db: Db,
  about: string[],
  most: { limit: number; first?: number | undefined },
): Promise<InquiryRow[]> {
  if (about.length === 0) return [];
  const urgency = sql`case when id = ${most.first ?? 0} then 0 when status = 'open' then 1 else 2 end`;
  const ranked = db
    .selectFrom('inquiries')
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by subject order by ${urgency}, id desc)`.as('rank'),
    )
    .where('subject', 'in', about);
  const found = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', most.limit)
    .orderBy('id', 'desc')
    .execute();
  return found.map(({ rank, ...inquiry }) => inquiry);
}

const unanswered = (db: Db) =>
  db
    .selectFrom('inquiries')
    .where('status', '=', 'open')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inquiry_messages')
            .select('inquiry_messages.id')
            .whereRef('inquiry_id', '=', 'inquiries.id')
            .where('author', '=', 'admin'),
        ),
      ),
    );

export async function countUnanswered(db: Db): Promise<number> {
  return (
    await unanswered(db)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

/** The oldest first. */
export async function selectUnanswered(db: Db, limit: number): Promise<InquiryRow[]> {
  return unanswered(db).selectAll().orderBy('id').limit(limit).execute();
}

/** The earliest first. */
export async function selectMessages(db: Db | Tx, inquiryIds: number[]): Promise<MessageRow[]> {
  if (inquiryIds.length === 0) return [];
  return db
    .selectFrom('inquiry_messages')
    .selectAll()
    .where('inquiry_id', 'in', inquiryIds)
    .orderBy('id')
    .execute();
}

export async function clearIpAddresses(db: Db | Tx, until: string): Promise<void> {
  await db
    .updateTable('inquiries')
    .set({ ip_address: '' })
    .where('ip_address', '<>', '')
    .where('created_at', '<=', until)
    .execute();
}
