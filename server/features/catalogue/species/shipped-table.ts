import { speciesTableHash } from './species-files.ts';
import { readSpeciesSheets, readTable, type SpeciesSheets, type SpeciesTable } from './species-reader.ts';

/** The table that is shipped with the shop, and what changes with any word of it. */
export type ShippedTable = { table: SpeciesTable; hash: string };

/**
 * The build of the server puts what these return in their place: reading the files takes a tenth of a start, and beside a built server they may be of
 * another release.
 */
export const readShippedTable = (): ShippedTable => ({ table: readTable(readSpeciesSheets()), hash: speciesTableHash() });

/** The same table as it is written. */
export const readShippedSheets = (): SpeciesSheets => readSpeciesSheets();
