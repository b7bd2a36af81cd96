import type { Context } from '#core/server/context.ts';
import type { PersonalData } from '#core/server/feature.ts';
import { tablesByEmail } from '#platform/db/schema-personal.ts';
import { clearIpAddresses, deleteLeft, type LeftTable, selectLeft } from './left-behind.queries.ts';

export function tablesLeft(kinds: readonly Pick<PersonalData, 'columns'>[]): LeftTable[] {
  const covered = kinds.flatMap(({ columns }) => Object.keys(columns));
  return tablesByEmail.filter((table) => !covered.includes(table));
}

export const leftBehind = (tables: readonly LeftTable[]): PersonalData => ({
  columns: {},
  find: async ({ db }, email) =>
    (await Promise.all(tables.map((table) => selectLeft(db, table, email)))).flat(),
  async erase({ tx }, email) {
    for (const table of tables) await deleteLeft(tx, table, email);
  },
});

export async function clearLeft(
  { db }: Context,
  tables: readonly LeftTable[],
  before: string,
): Promise<void> {
  for (const table of tables) await clearIpAddresses(db, table, before);
}
