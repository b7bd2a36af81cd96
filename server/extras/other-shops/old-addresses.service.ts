/** Addresses of the shop that the dealer comes from lead to the pieces that were there. */
import { MAX_ADDRESSES, type OldAddressCount, type OldAddressesRead } from '#contract/extras/other-shops/old-addresses.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { readRows, UnreadableSheet } from '#server/platform/csv.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { foldLine } from '#server/platform/text-search.ts';
import {
  countAddresses,
  deleteAddresses,
  selectAt,
  selectByNumber,
  selectByReference,
  selectExisting,
  upsertAddresses,
} from './old-addresses.queries.ts';
import type { OldAddresses } from './tables.ts';

const MAX_PATH = 500;
const MAX_FAULTS = 1_000;
/** Databases limit how many values a statement has. */
const BATCH = 500;

/** A path as it is kept and looked for: decoded, in lower case, without query and last slash; null for what is no address. */
export function pathKey(address: string): string | null {
  const bare =
    address
      .trim()
      .replace(/^https?:\/\/[^/?#]*/i, '')
      .split(/[?#]/, 1)[0] ?? '';
  const path = decoded(bare).toLowerCase().replace(/\/$/, '');
  return path.startsWith('/') && path.length > 1 && path.length <= MAX_PATH && !path.includes('\0') ? path : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).toWellFormed();
  } catch {
    return path.toWellFormed();
  }
}

/** The specimen that is at an address of the former shop now; null: none. A piece of Shopify's export is known by its handle. */
export async function oldAddress({ db }: Context, address: string): Promise<number | null> {
  const path = pathKey(address);
  if (path === null) return null;
  const [, handle] = /\/products\/([^/]+)$/.exec(path) ?? [];
  const known = await selectAt(db, [path, ...(handle === undefined ? [] : [`/products/${handle}`])]);
  if (known !== null || handle === undefined) return known;
  const reference = `shopify-${handle}`;
  return (await selectByReference(db, [reference])).get(reference) ?? null;
}

export const countOldAddresses = async ({ db }: Context): Promise<OldAddressCount> => ({ count: await countAddresses(db) });

export const removeOldAddresses = ({ db }: Context): Promise<void> => deleteAddresses(db);

/**
 * Takes a sheet of two columns: an address of the former shop, and the piece's catalogue number, reference or address here. What is wrong with a row
 * is told, and the others come in.
 * @throws Problem bad_request for what is no such sheet.
 */
export async function readOldAddresses(ctx: Context, bytes: Uint8Array): Promise<OldAddressesRead> {
  const rows = await readRows(bytes, MAX_ADDRESSES + 1).catch((error: unknown) => {
    throw error instanceof UnreadableSheet ? new Problem('bad_request', error.message) : error;
  });
  const read: OldAddressesRead = { saved: 0, faults: [], faultCount: 0 };
  const fault = (row: number, message: string) => {
    read.faultCount += 1;
    if (read.faults.length < MAX_FAULTS) read.faults.push({ row, message });
  };
  const given = rows.map(([address = '', piece = ''], index) => ({ row: index + 1, path: pathKey(address), piece: piece.trim() }));
  const [first] = given;
  // The headings are no address.
  if (first?.path === null) given.shift();
  const byPath = new Map<string, OldAddresses>();
  for (let start = 0; start < given.length; start += BATCH) {
    const some = given.slice(start, start + BATCH);
    const find = await finder(
      ctx,
      some.map(({ piece }) => piece),
    );
    for (const { row, path, piece } of some) {
      const id = find(piece);
      if (path === null) fault(row, 'Please enter an address such as /products/blue-azurite');
      else if (id === undefined) fault(row, 'We can’t find this piece. Use its catalog number, its reference or its address here');
      else byPath.set(path, { path, specimen_id: id });
    }
  }
  const found = [...byPath.values()];
  await inTransaction(ctx.db, async (tx) => {
    for (let start = 0; start < found.length; start += BATCH) await upsertAddresses(tx, found.slice(start, start + BATCH));
  });
  read.saved = found.length;
  return read;
}

/** Finds pieces by what sheets call them. */
async function finder({ db }: Context, pieces: string[]): Promise<(piece: string) => number | undefined> {
  const idIn = (piece: string) => Number(/\/specimen\/([1-9]\d{0,8})(?:-|$|[/?#])/.exec(piece)?.[1] ?? 0);
  const numbers = await selectByNumber(db, pieces.map(foldLine));
  const references = await selectByReference(db, pieces);
  const existing = await selectExisting(
    db,
    pieces.map(idIn).filter((id) => id > 0),
  );
  return (piece) => numbers.get(foldLine(piece)) ?? references.get(piece) ?? (existing.has(idIn(piece)) ? idIn(piece) : undefined);
}
