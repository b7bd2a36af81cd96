import { speciesTableHash } from './species-files.ts';
import {
  readSpeciesSheets,
  readTable,
  type SpeciesSheets,
  type SpeciesTable,
} from './species-reader.ts';

/** `hash` changes with any word of the table. */
export type ShippedTable = { table: SpeciesTable; hash: string };

/**
 * The server's build replaces these by their results: reading takes a tenth of a start, and files
 * beside it may be of another release.
 */
export const readShippedTable = (): ShippedTable => ({
  table: readTable(readSpeciesSheets()),
  hash: speciesTableHash(),
});

export const readShippedSheets = (): SpeciesSheets => readSpeciesSheets();
