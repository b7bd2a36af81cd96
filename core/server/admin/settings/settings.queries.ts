import type { Db, Tx } from '#platform/db/db.ts';

export async function selectSettings(db: Db | Tx): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('site_settings').select(['key', 'value']).execute();
  return new Map(rows.map((row) => [row.key, row.value]));
}

export async function upsertSetting(
  tx: Tx,
  key: string,
  value: unknown,
  now: string,
): Promise<void> {
  const stored = { value: JSON.stringify(value), updated_at: now };
  await tx
    .insertInto('site_settings')
    .values({ key, ...stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(stored))
    .execute();
}

export async function deleteSetting(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('site_settings').where('key', '=', key).execute();
}
