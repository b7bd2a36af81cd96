import type { Db, Tx } from '#server/platform/db/db.ts';

/** The stored value of every setting, by key. */
export async function selectSettings(db: Db | Tx): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('site_settings').select(['key', 'value']).execute();
  return new Map(rows.map((row) => [row.key, row.value]));
}

export async function upsertSetting(tx: Tx, key: string, value: unknown, now: string): Promise<void> {
  const stored = { value: JSON.stringify(value), updated_at: now };
  await tx
    .insertInto('site_settings')
    .values({ key, ...stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(stored))
    .execute();
}

/** Makes the pictures of a setting that is being saved look new, so that media cleanup spares them until the commit. */
export async function touchPictures(tx: Tx, ids: string[], now: string): Promise<void> {
  if (ids.length > 0) await tx.updateTable('media').set({ created_at: now }).where('id', 'in', ids).execute();
}

/** The pictures with these ids that exist, with what a page needs to show them. */
export async function selectPictures(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select(['id', 'width', 'height', 'widths', 'placeholder', 'complete'])
    .where('id', 'in', ids)
    .where('kind', '=', 'picture')
    .execute();
}
