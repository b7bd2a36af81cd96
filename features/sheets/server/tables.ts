import type { Generated } from 'kysely';
import type { SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import type { Json } from '#platform/db/json-columns.ts';

type SheetMatchings = { headings: string; matching: Json<SheetMatching>; used_at: string };

type SheetImports = { id: Generated<number>; name: string; created_at: string; ends_at: string };

/** `before` has the former values and their version; null if the import added the specimen. */
type SheetImportPieces = {
  import_id: number;
  specimen_id: number;
  version: number;
  changed_at: string;
  before: Json<Record<string, unknown> & { version?: number; updatedAt?: string }> | null;
};

/** `name` is folded, as file names are compared. */
type AwaitedPhotos = { specimen_id: number; name: string };

/** `asked_at`: the last time. `fetched`: the medium, which may be gone since. */
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

declare module '#platform/db/schema.ts' {
  interface Schema {
    sheet_matchings: SheetMatchings;
    sheet_imports: SheetImports;
    sheet_import_pieces: SheetImportPieces;
    awaited_photos: AwaitedPhotos;
    photo_addresses: PhotoAddresses;
  }
}
