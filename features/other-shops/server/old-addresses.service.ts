import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import {
  MAX_ADDRESSES,
  type OldAddressCount,
  type OldAddressesRead,
} from '#features/other-shops/contract/old-addresses.ts';
import { readRows, UnreadableSheet } from '#platform/csv.ts';
import { foldLine } from '#platform/text-search.ts';
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

/** Parameters that say where a visitor came from, not what is shown. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|igshid|srsltid|ref|variant|_pos|_sid|_ss|pr_\w+)$/;

/**
 * Decoded, in lower case, without last slash, with what of its query names a page, in the order of
 * names; null for what is no URL.
 */
export function pathKey(address: string): string | null {
  const [local = ''] = address
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split('#', 1);
  const [bare = ''] = local.split('?', 1);
  const query = [...new URLSearchParams(local.slice(bare.length))]
    .map(([name, value]) => [name.toLowerCase(), value.toLowerCase()] as const)
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&');
  const path = decoded(bare).toLowerCase().replace(/\/$/, '');
  const key = query === '' ? path : `${path}?${query.toWellFormed()}`;
  return path.startsWith('/') && path.length > 1 && key.length <= MAX_PATH && !key.includes('\0')
    ? key
    : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).toWellFormed();
  } catch {
    return path.toWellFormed();
  }
}

/** Null: none. A piece of Shopify's export is known by its handle. */
export async function oldAddress({ db }: Context, address: string): Promise<number | null> {
  const key = pathKey(address);
  if (key === null) return null;
  const [path = ''] = key.split('?', 1);
  const [, handle] = /\/products\/([^/]+)$/.exec(path) ?? [];
  const known = await selectAt(db, [
    ...new Set([key, path]),
    ...(handle === undefined ? [] : [`/products/${handle}`]),
  ]);
  if (known !== null || handle === undefined) return known;
  const reference = `shopify-${handle}`;
  return (await selectByReference(db, [reference])).get(reference) ?? null;
}

export const countOldAddresses = async ({ db }: Context): Promise<OldAddressCount> => ({
  count: await countAddresses(db),
});

export const removeOldAddresses = (ctx: Context): Promise<void> =>
  perform(ctx, 'owner', ({ tx }) => deleteAddresses(tx));

/**
 * Takes two columns: a URL of the former shop, and the piece's catalogue number, reference or URL
 * here or there, as in lists of redirects by Shopify and WordPress. Faulty rows are told, the others
 * come in.
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
  const given = rows.map(([address = '', piece = ''], index) => ({
    row: index + 1,
    path: pathKey(address),
    piece: piece.trim(),
  }));
  const [first] = given;
  // The headings are no URL.
  if (first?.path === null) given.shift();
  const byPath = new Map<string, OldAddresses>();
  for (let start = 0; start < given.length; start += BATCH) {
    const some = given.slice(start, start + BATCH);
    const find = await finder(
      ctx,
      some.map(({ piece }) => piece),
    );
    for (const { row, path, piece } of some) {
      const id = find(piece) ?? (await oldAddress(ctx, piece)) ?? undefined;
      if (path === null) fault(row, 'Please enter an address such as /products/blue-azurite');
      else if (id === undefined)
        fault(
          row,
          'We can’t find this piece. Use its catalog number, its reference or its address here',
        );
      else byPath.set(path, { path, specimen_id: id });
    }
  }
  const found = [...byPath.values()];
  await perform(ctx, 'owner', async ({ tx }) => {
    for (let start = 0; start < found.length; start += BATCH)
      await upsertAddresses(tx, found.slice(start, start + BATCH));
  });
  read.saved = found.length;
  return read;
}

async function finder(
  { db }: Context,
  pieces: string[],
): Promise<(piece: string) => number | undefined> {
  const idIn = (piece: string) =>
    Number(/\/specimen\/([1-9]\d{0,8})(?:-|$|[/?#])/.exec(piece)?.[1] ?? 0);
  const numbers = await selectByNumber(db, pieces.map(foldLine));
  const references = await selectByReference(db, pieces);
  const existing = await selectExisting(
    db,
    pieces.map(idIn).filter((id) => id > 0),
  );
  return (piece) =>
    numbers.get(foldLine(piece)) ??
    references.get(piece) ??
    (existing.has(idIn(piece)) ? idIn(piece) : undefined);
}
