import type { ExpressionBuilder, Insertable } from 'kysely';
import { kindsToAdmin } from '#core/contract/messages/mail-statuses.ts';
import { orderStatuses, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Mails, Schema } from '#platform/db/schema.ts';

export type MailRow = Awaited<ReturnType<typeof selectMails>>[number];

/** Ignores a mail whose dedupe key is there. */
export async function insertMail(tx: Tx, mail: Insertable<Mails>): Promise<void> {
  await tx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

export async function selectMails(db: Db | Tx, orderId: number) {
  return db.selectFrom('mails').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

export async function deleteUnsentToBuyer(tx: Tx, orderId: number, email: string): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('order_id', '=', orderId)
    .where('kind', 'not in', kindsToAdmin)
    .where('to_address', '=', email)
    .where('status', 'not in', ['sent', 'sending', 'uncertain'])
    .execute();
}

export async function replaceInTexts(
  tx: Tx,
  orderId: number,
  { before, now }: { before: string; now: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set((eb) => ({
      body_text: eb.fn<string>('replace', ['body_text', eb.val(before), eb.val(now)]),
    }))
    .where('order_id', '=', orderId)
    .execute();
}

export async function selectLastToBuyer(db: Db | Tx, orderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'not in', kindsToAdmin)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.kind;
}

export async function selectOtherMails(db: Db, limit: number) {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('order_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const openStatuses = orderStatuses.filter((status) => orderStatusTable[status].isOpen);

/** Mails of orders done with count only if queued after the instant. */
const stillFailed = (db: Db, after: string) =>
  db
    .selectFrom('mails')
    .where('status', 'in', ['failed', 'uncertain'])
    .where((eb) =>
      eb.or([
        eb('queued_at', '>', after),
        eb('order_id', 'is', null),
        eb(
          'order_id',
          'in',
          eb.selectFrom('orders').select('orders.id').where('orders.status', 'in', openStatuses),
        ),
      ]),
    );

export async function countFailed(db: Db, after: string): Promise<number> {
  return (
    await stillFailed(db, after)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

/** Returns the oldest tried in vain, if from the instant or before. */
export async function selectDelayedSince(db: Db, before: string): Promise<string | null> {
  const oldest = await db
    .selectFrom('mails')
    .select('queued_at')
    .where('status', 'in', ['waiting', 'sending'])
    .where('last_error', 'is not', null)
    .where('queued_at', '<=', before)
    .orderBy('queued_at')
    .limit(1)
    .executeTakeFirst();
  return oldest?.queued_at ?? null;
}

export async function selectFailed(db: Db, after: string, limit: number): Promise<MailRow[]> {
  return stillFailed(db, after).selectAll().orderBy('id').limit(limit).execute();
}

export async function selectOtherMailsWith(db: Db, email: string): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('order_id', 'is', null)
    .where(isWith(email))
    .orderBy('id')
    .execute();
}

export async function deleteOtherMailsWith(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('mails').where('order_id', 'is', null).where(isWith(email)).execute();
}

/** The shop writes to its admin from its own address to the same. */
const isWith = (email: string) => (eb: ExpressionBuilder<Schema, 'mails'>) => {
  const isSame = (column: 'to_address' | 'reply_to') =>
    eb(eb.fn('lower', [column]), '=', eb.fn<string>('lower', [eb.val(email)]));
  const isToAdmin = eb('kind', 'in', kindsToAdmin);
  const theirs = eb.or([
    eb.and([eb.not(isToAdmin), isSame('to_address')]),
    eb.and([isToAdmin, isSame('reply_to')]),
  ]);
  return eb.and([theirs, eb('to_address', '<>', eb.ref('reply_to'))]);
};

export async function deleteOtherMails(tx: Tx, queuedBefore: string): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('order_id', 'is', null)
    .where('queued_at', '<', queuedBefore)
    .execute();
}

export async function deleteMails(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('mails').where('order_id', '=', orderId).execute();
}

export async function deleteKeyedMails(tx: Tx, dedupeKeys: string[]): Promise<void> {
  if (dedupeKeys.length > 0)
    await tx.deleteFrom('mails').where('dedupe_key', 'in', dedupeKeys).execute();
}

export async function deleteUnsentMails(tx: Tx, dedupeKeys: string[]): Promise<void> {
  if (dedupeKeys.length > 0)
    await tx
      .deleteFrom('mails')
      .where('dedupe_key', 'in', dedupeKeys)
      .where('status', '=', 'waiting')
      .execute();
}

export async function selectKeyedStatuses(db: Db | Tx, dedupeKeys: string[]) {
  if (dedupeKeys.length === 0) return [];
  return db
    .selectFrom('mails')
    .select(['dedupe_key', 'status'])
    .where('dedupe_key', 'in', dedupeKeys)
    .execute();
}

export async function selectDue(db: Db, now: string, limit: number): Promise<number[]> {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'waiting')
    .where('due_at', '<=', now);
  return (await due.orderBy('due_at').orderBy('id').limit(limit).execute()).map((mail) => mail.id);
}

/** @returns undefined where another was faster or the mail is gone. */
export async function claimMail(tx: Tx, id: number, now: string): Promise<MailRow | undefined> {
  return tx
    .updateTable('mails')
    .set((eb) => ({ status: 'sending', claimed_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

export async function settleMail(
  tx: Tx,
  id: number,
  change: Pick<Partial<MailRow>, 'status' | 'due_at' | 'sent_at' | 'last_error' | 'body_html'>,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute();
}

/** Marks mails whose process ended while sending them. @returns how many. */
export async function markUncertain(
  tx: Tx,
  claimedBefore: string,
  reason: string,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ status: 'uncertain', last_error: reason })
    .where('status', '=', 'sending')
    .where('claimed_at', '<', claimedBefore)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns how many. */
export async function giveUp(tx: Tx, queuedBefore: string, reason: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set((eb) => ({ status: 'failed', last_error: eb.fn.coalesce('last_error', eb.val(reason)) }))
    .where('status', '=', 'waiting')
    .where('queued_at', '<', queuedBefore)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns undefined where its status has changed or it is being sent. */
export async function requeueMail(
  tx: Tx,
  { id, status, kind }: MailRow,
  change: Pick<Partial<MailRow>, 'message_id' | 'body_html'>,
  now: string,
): Promise<MailRow | undefined> {
  return tx
    .updateTable('mails')
    .set({
      ...change,
      status: 'waiting',
      attempts: 0,
      queued_at: now,
      due_at: now,
      claimed_at: null,
      last_error: null,
    })
    .$if(!kindsToAdmin.includes(kind), (query) =>
      query.set((eb) => ({ to_address: eb.fn.coalesce(emailOfOrder(eb), 'to_address') })),
    )
    .where('id', '=', id)
    .where('status', '=', status)
    .where('status', '<>', 'sending')
    .returningAll()
    .executeTakeFirst();
}

export async function hurryWaiting(tx: Tx, now: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ due_at: now, attempts: 0 })
    .where('status', '=', 'waiting')
    .execute();
}

export async function keepWaiting(tx: Tx): Promise<void> {
  await tx.updateTable('mails').set({ status: 'kept' }).where('status', '=', 'waiting').execute();
}

const emailOfOrder = (eb: ExpressionBuilder<Schema, 'mails'>) =>
  eb
    .selectFrom('orders')
    .select('customer_email')
    .whereRef('orders.id', '=', 'mails.order_id')
    .where('customer_email', '<>', '');

export async function selectMail(db: Db, id: number): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}
