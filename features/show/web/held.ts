import type { ShowPiece } from '#features/show/contract/show.ts';
import { randomId } from '#ui/lib/storage.ts';
import {
  type Entry,
  linesOf,
  newEnding,
  type TypedEnding,
  type TypedLine,
  titleOf,
} from './entries.ts';
import type { TableHold } from './on-table.ts';
import { asTried, mayBeThere } from './queue-rules.ts';
import { whileNotSending } from './sending.ts';
import { type Device, putEntry, readEntry, removeEntry } from './show-queries.ts';

export function heldLines(
  hold: TableHold,
  piece: ShowPiece,
  { entries, pieces }: Device,
): [TypedLine, ...TypedLine[]] {
  const typed = entries.find(({ key }) => key === hold.key);
  if (typed?.kind === 'hold') return linesOf(typed);
  const [first, ...further] = pieces
    .flatMap((one) =>
      (one.holds ?? [])
        .filter(({ orderId }) => orderId === hold.orderId)
        .map(({ pieces: count, price }) => ({
          specimenId: one.id,
          title: one.title,
          free: one.free + count,
          price,
          quantity: String(count),
        })),
    )
    .toSorted((a, b) => Number(b.specimenId === piece.id) - Number(a.specimenId === piece.id));
  return [
    first ?? {
      specimenId: piece.id,
      title: piece.title,
      free: hold.pieces,
      price: hold.price,
      quantity: String(hold.pieces),
    },
    ...further,
  ];
}

/** A hold whose answer was lost is first sent again, then released. */
export async function releaseHere(hold: TableHold, { title, id }: ShowPiece): Promise<void> {
  const { key } = hold;
  const own = key === null ? null : await whileNotSending(() => takenBack(key));
  if (own === 'gone') return;
  const orderId = own?.madeId ?? hold.orderId;
  await putEntry(
    releaseOf({ orderId, key, title, lines: [{ specimenId: id, quantity: hold.pieces }] }),
  );
}

const releaseOf = ({
  orderId,
  key,
  title,
  lines,
}: Pick<TypedEnding, 'orderId' | 'title' | 'lines'> & { key: string | null }) =>
  newEnding(randomId(), Date.now(), {
    what: 'release',
    orderId,
    title,
    lines,
    ...(orderId === null && key !== null && { holdKey: key }),
    price: '',
    receivedAmount: '',
    method: 'Other',
  });

/** A hold that the shop may have is first sent again, then released. */
export const discardHere = (key: string): Promise<void> =>
  whileNotSending(async () => {
    const entry = await readEntry(key);
    if (!entry || entry.state === 'sent') return;
    if (entry.kind !== 'hold' || !mayBeThere(entry)) return removeEntry(key);
    await putEntry(asTried(entry, Date.now()));
    await putEntry(releaseOf({ orderId: null, key, title: titleOf(entry), lines: [] }));
  });

/** @returns the entry that the shop may have; `gone` where it cannot, and is removed. */
async function takenBack(key: string): Promise<Entry | 'gone'> {
  const entry = await readEntry(key);
  if (entry?.kind === 'hold' && mayBeThere(entry)) await putEntry(asTried(entry, Date.now()));
  else if (!entry || entry.madeId === null) {
    await removeEntry(key);
    return 'gone';
  }
  return entry;
}
