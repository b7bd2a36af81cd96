import type { Db, Tx } from '#server/platform/db/db.ts';

/** What a restore would overwrite: the kinds of things that this installation already has. */
export async function selectContents(db: Db): Promise<('specimens' | 'orders' | 'questions' | 'owner')[]> {
  const specimen = await db.selectFrom('specimens').select('id').limit(1).executeTakeFirst();
  const order = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  const question = await db.selectFrom('inquiries').select('id').limit(1).executeTakeFirst();
  const owner = await db.selectFrom('users').select('id').where('is_demo', '=', false).limit(1).executeTakeFirst();
  return [
    ...(specimen ? ['specimens' as const] : []),
    ...(order ? ['orders' as const] : []),
    ...(question ? ['questions' as const] : []),
    ...(owner ? ['owner' as const] : []),
  ];
}

/** Marks mails that were still to be sent as uncertain: the shop that was backed up may have sent them since, and no mail is sent twice. */
export async function holdWaitingMails(tx: Tx): Promise<void> {
  const last_error = 'Restored from a backup. It may have been sent since.';
  await tx.updateTable('mails').set({ status: 'uncertain', last_error }).where('status', 'in', ['waiting', 'sending']).execute();
}
