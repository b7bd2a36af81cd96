/** The tables of imports. */
import type { Generated } from 'kysely';
import type { SheetMatching } from '#contract/transfer/sheet-look.ts';
import type { Json } from './json-columns.ts';

/** How a sheet that others wrote was matched last, by its headings. */
type SheetMatchings = { headings: string; matching: Json<SheetMatching>; used_at: string };

/** An import that can be undone until `ends_at`. */
type SheetImports = { id: Generated<number>; name: string; created_at: string; ends_at: string };

/** A specimen that an import added or changed, with its version afterwards. `before`: the former values and the version they belonged to; null if the import added it. */
type SheetImportPieces = {
  import_id: number;
  specimen_id: number;
  version: number;
  changed_at: string;
  before: Json<Record<string, unknown> & { version?: number; updatedAt?: string }> | null;
};

/** The name of a picture that a sheet gave a specimen, and that did not come with it; folded as lines are. */
type AwaitedPhotos = { specimen_id: number; name: string };

/**
 * An address at which a sheet has a photo of a specimen, from the sheet's row. `asked_at`: when the admin last asked for it, with others. `fetched`: the id of
 * the medium that came of it, which may be gone since.
 */
export type PhotoAddresses = {
  id: Generated<number>;
  specimen_id: number;
  address: string;
  host: string;
  row: number;
  state: 'waiting' | 'asked' | 'fetched' | 'failed';
  asked_at: string | null;
  claimed_at: string | null;
  fetched: string | null;
  failure: string | null;
};

/** The reference under which a specimen or order was imported. It outlives its target, until it is used again. */
export type ImportReferences = { kind: 'specimen' | 'order'; reference: string; target_id: number };

export interface SheetTables {
  import_references: ImportReferences;
  sheet_matchings: SheetMatchings;
  sheet_imports: SheetImports;
  sheet_import_pieces: SheetImportPieces;
  awaited_photos: AwaitedPhotos;
  photo_addresses: PhotoAddresses;
}
