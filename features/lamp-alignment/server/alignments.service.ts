import { isLamp } from '#core/contract/media/lamp.ts';
import { lightsOf } from '#core/contract/media/lights.ts';
import type { Medium, Picture } from '#core/contract/media/media.ts';
import type { Act } from '#core/server/act.ts';
import { queueJobs } from '#core/server/media/files/jobs/media-jobs.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import {
  type PairIds,
  type ShownPicture,
  selectAlignments,
  selectShownBy,
  selectShownWith,
} from './alignments.queries.ts';
import type { StoredAlignment } from './tables.ts';

const MAX_SPECIMENS = 50;

/** Call it after a specimen's media or their lights changed: aligns new pairs. */
export async function queueAlignments({ tx, now }: Act, specimenId: number): Promise<void> {
  const pairs = await unknownOf(tx, pairsOf(await selectShownBy(tx, specimenId)));
  await queue(tx, pairs, now);
}

export async function unknownPairs(db: Db | Tx, pictureId: string): Promise<PairIds[]> {
  const shown = Map.groupBy(
    await selectShownWith(db, pictureId, MAX_SPECIMENS),
    (row) => row.specimen_id,
  );
  const pairs = [...shown.values()]
    .flatMap(pairsOf)
    .filter((pair) => pair.picture_id === pictureId);
  const unknown = await unknownOf(db, pairs);
  return [...new Map(unknown.map((pair) => [pair.base_id, pair])).values()];
}

export const queue = (tx: Tx, pairs: readonly PairIds[], now: string): Promise<void> =>
  queueJobs(
    tx,
    'alignment',
    pairs.map(({ picture_id }) => picture_id),
    now,
  );

/**
 * The main medium comes first.
 * @param visibility an admin is told what is not aligned too.
 */
export async function withAlignments(
  db: Db | Tx,
  media: Medium[],
  { hidden }: { hidden: boolean },
): Promise<Medium[]> {
  if (!media.some((medium) => medium.kind === 'picture' && isLamp(medium.light))) return media;
  const lights = lightsOf(
    media.filter((medium) => medium.kind === 'picture'),
    media[0],
  );
  if (!lights) return media;
  const [base, ...lamps] = lights;
  const rows = await selectAlignments(
    db,
    lamps.map(({ id }) => id),
  );
  return media.map((medium) => {
    if (medium.kind !== 'picture' || !lamps.includes(medium)) return medium;
    const known = rows.find((row) => row.picture_id === medium.id && row.base_id === base.id);
    const transform = known?.alignment && !medium.asTaken ? cssOf(known.alignment) : null;
    return {
      ...medium,
      ...(transform && { transform }),
      ...(hidden && { alignment: stateOf(known) }),
    };
  });
}

const stateOf = (
  known: { alignment: StoredAlignment | null } | undefined,
): NonNullable<Picture['alignment']> =>
  known === undefined
    ? 'waiting'
    : known.alignment === null
      ? 'unsure'
      : cssOf(known.alignment) === null
        ? 'fits'
        : 'aligned';

/** A CSS transform; null where the picture lies in its frame as aligned already. */
export function cssOf({ x, y, angle, scale }: StoredAlignment): string | null {
  if (x === 0 && y === 0 && angle === 0 && scale === 1) return null;
  return `translate(${round(x * 100, 2)}%,${round(y * 100, 2)}%) rotate(${round(angle, 2)}deg) scale(${round(scale, 4)})`;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits)) + 0;

function pairsOf(shown: readonly ShownPicture[]): PairIds[] {
  const lights = lightsOf(
    shown.filter(({ kind }) => kind === 'picture'),
    shown.find(({ position }) => position === 0),
  );
  if (!lights) return [];
  const [base, ...lamps] = lights;
  return lamps.map(({ id }) => ({ picture_id: id, base_id: base.id }));
}

async function unknownOf(db: Db | Tx, pairs: readonly PairIds[]): Promise<PairIds[]> {
  const known = await selectAlignments(
    db,
    pairs.map(({ picture_id }) => picture_id),
  );
  return pairs.filter(
    (pair) =>
      !known.some((row) => row.picture_id === pair.picture_id && row.base_id === pair.base_id),
  );
}
