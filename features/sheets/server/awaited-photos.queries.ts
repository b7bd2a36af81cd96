import type { Tx } from '#platform/db/db.ts';

export async function moveAwaited(tx: Tx, from: number, to: number): Promise<void> {
  for (const table of ['awaited_photos', 'photo_addresses'] as const)
    await tx.updateTable(table).set({ specimen_id: to }).where('specimen_id', '=', from).execute();
}
