import { speciesTableHash } from './species-files.ts';
import { readSpeciesSheets, readTable, type SpeciesSheets, type SpeciesTable } from './species-reader.ts';

/** The table that is shipped with the shop, as rows and as it is written, and what changes with any word of it: one reading, so that none is of another release. */
export type ShippedTable = { table: SpeciesTable; sheets: SpeciesSheets; hash: string };

/** The build of the server puts what this returns in its place: reading it takes a tenth of a start, and the files may be another release's by then. */
export function readShippedTable(): ShippedTable {
  const sheets = readSpeciesSheets();
  return { table: readTable(sheets), sheets, hash: speciesTableHash() };
}
