/** Sitemap, feeds and export read the whole collection. */
import { setImmediate } from 'node:timers/promises';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import type { Medium } from '#core/contract/media/media.ts';
import type { Context } from '#core/server/context.ts';
import { type IdRange, largestId, lastChange, selectRange } from './catalogue.queries.ts';
import { toMedium, toSpecimen } from './specimen-mapper.ts';
import { selectMedia } from './specimens.queries.ts';

const BATCH = 100;
const EVERYTHING: IdRange = { from: 1, to: 2_147_483_647 };

/** `handStatus` ignores holds of pending orders. */
export type CataloguedSpecimen = Specimen & { additional: Medium[]; handStatus: SpecimenStatus };

/** Lets other requests run between batches. Reads hidden ones only where asked for. */
export async function* eachSpecimen(
  { db }: Context,
  { hidden, range = EVERYTHING }: { hidden: boolean; range?: IdRange },
): AsyncGenerator<CataloguedSpecimen[]> {
  let { from } = range;
  for (;;) {
    const batch = await selectRange(db, { from, to: range.to }, BATCH);
    const rows = hidden ? batch : batch.filter(({ visible }) => visible);
    const ids = rows.map(({ id }) => id);
    const media = Map.groupBy(
      ids.length === 0 ? [] : await selectMedia(db, ids, 'all'),
      (row) => row.specimen_id,
    );
    yield rows.flatMap((row) => {
      const [main, ...additional] = (media.get(row.id) ?? []).map(toMedium);
      const handStatus = row.quantity === 0 ? 'sold' : (row.status_by_hand ?? 'available');
      // Without media it was deleted between the two reads.
      return main ? [{ ...toSpecimen(row, main, { hidden }), additional, handStatus }] : [];
    });
    if (batch.length < BATCH) return;
    from = (batch.at(-1)?.id ?? from) + 1;
    await setImmediate();
  }
}

/** Returns hidden ones too; null for an unknown one. */
export async function findSpecimen(ctx: Context, id: number): Promise<CataloguedSpecimen | null> {
  for await (const [found] of eachSpecimen(ctx, { hidden: true, range: { from: id, to: id } }))
    return found ?? null;
  return null;
}

/** Lists ranges of `size` ids with visible specimens. */
export async function visibleRanges(
  { db }: Context,
  size: number,
): Promise<(IdRange & { changedAt: string })[]> {
  const last = await largestId(db);
  const found: Awaited<ReturnType<typeof visibleRanges>> = [];
  for (let from = 1; from <= last; from += size) {
    const range = { from, to: from + size - 1 };
    const changedAt = await lastChange(db, range);
    if (changedAt !== null) found.push({ ...range, changedAt });
    await setImmediate();
  }
  return found;
}
