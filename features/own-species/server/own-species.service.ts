/** The dealer's table overrides the one that ships with the shop, and survives every update. */
import { createHash } from 'node:crypto';
import type { OwnField } from '#core/contract/catalogue/own-values.ts';
import {
  layOver,
  shippedTable,
  tableWith,
} from '#core/server/catalogue/species/species.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { selectOwnSpecies } from './own-species.queries.ts';
import { type OwnRow, ownOver } from './own-table.ts';

/** Reads may overtake each other: the result of an older one never replaces that of a newer one. */
let begun = 0;
let last = { turn: 0, rows: '[]', own: [] as OwnRow[], unused: [] as string[] };

/** As this process knows them: `unused` are names no longer in the table. */
export const ownSpecies = (): { own: readonly OwnRow[]; unused: readonly string[] } => last;

/**
 * Everything this process does from now on uses these rows.
 * @returns whether they changed.
 */
export async function refreshOwnSpecies(db: Db | Tx): Promise<boolean> {
  const turn = ++begun;
  const rows = await selectOwnSpecies(db);
  const text = JSON.stringify(rows);
  if (turn < last.turn || text === last.rows) return false;
  const { own, unused } = ownOver(shippedTable().table, rows);
  const table = own.length === 0 ? null : await tableWith(own);
  if (turn < last.turn) return false;
  last = { turn, rows: text, own, unused };
  layOver(
    table && {
      table,
      hash: hashOf(own),
      marks: new Map(own.map((row) => [row.name, markOf(row)])),
    },
  );
  return true;
}

const markOf = ({ values, isAdded, source }: OwnRow) => ({
  fields: Object.keys(values) as OwnField[],
  isAdded,
  source,
});

function hashOf(own: readonly OwnRow[]): string {
  const said = own.map(({ name, of, values }) => [name, of, values]);
  return createHash('sha256')
    .update(shippedTable().hash)
    .update(JSON.stringify(said))
    .digest('hex')
    .slice(0, 16);
}
