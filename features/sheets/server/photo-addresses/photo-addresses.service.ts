import type { Context } from '#core/server/context.ts';
import type { PhotoAddresses } from '#features/sheets/contract/photo-addresses.ts';
import { instantOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/db.ts';
import {
  askFor,
  countByHost,
  countByState,
  deleteUnfetched,
  type FoundAddress,
  insertAddresses,
  keepUndoable,
  selectFailures,
  takeBack,
} from './photo-addresses.queries.ts';

export { type FoundAddress, keepUndoable };

/** Per specimen. */
const MAX_ADDRESSES = 100;
/** Characters, encoded as it is stored. */
const MAX_ADDRESS = 2_000;
const MAX_ASKED = 10_000;
const MAX_NAMED = 200;

export function addressesIn(text: string): FoundAddress[] {
  const found = new Map<string, FoundAddress>();
  // An address may have a comma within.
  for (const word of text.split(/[\s|]/).flatMap((some) => some.split(/[,;](?=https?:)/i))) {
    const url = /^https?:\/\//i.test(word) ? URL.parse(word.replace(/[,;]$/, '')) : null;
    if (!url) continue;
    url.protocol = 'https:';
    url.hash = '';
    if (url.href.length <= MAX_ADDRESS && url.href.isWellFormed() && !url.href.includes('\0'))
      found.set(url.href, { address: url.href, host: url.hostname });
  }
  return [...found.values()].slice(0, MAX_ADDRESSES);
}

/** Runs in the transaction that imports the specimen. @param row of the sheet. */
export const noteAddresses = (
  tx: Tx,
  specimenId: number,
  row: number,
  found: readonly FoundAddress[],
): Promise<void> => insertAddresses(tx, specimenId, row, found);

export async function photoAddresses({ db }: Context): Promise<PhotoAddresses> {
  const [all, last] = [await countByState(db, false), await countByState(db, true)];
  const count = (of: typeof all, state: 'asked' | 'fetched' | 'failed') => of.get(state) ?? 0;
  const failures = count(all, 'failed') === 0 ? [] : await selectFailures(db, MAX_NAMED);
  return {
    waiting: (await countByHost(db)).toSorted(
      (a, b) => b.photos - a.photos || a.host.localeCompare(b.host, 'en'),
    ),
    run:
      last.size === 0
        ? null
        : {
            fetched: count(last, 'fetched'),
            failed: count(last, 'failed'),
            left: count(all, 'asked'),
          },
    failed: count(all, 'failed'),
    failures: failures.map(({ row, specimen_id: specimenId, title, address, failure }) => ({
      row,
      specimenId,
      title,
      address,
      message: failure ?? '',
    })),
  };
}

/** @param again asks for the failed photos, else for the waiting ones. */
export async function askForPhotos(ctx: Context, again: boolean): Promise<void> {
  await askFor(ctx.db, again ? 'failed' : 'waiting', instantOf(ctx.clock), MAX_ASKED);
}

export const stopFetching = ({ db }: Context): Promise<void> => takeBack(db);

export const forgetAddresses = ({ db }: Context): Promise<void> => deleteUnfetched(db);
