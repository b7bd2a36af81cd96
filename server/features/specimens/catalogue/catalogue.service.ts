/** The whole collection, piece by piece, for what lists it: sitemap, feeds, export. */
import { setImmediate } from 'node:timers/promises';
import type { SpecimenDetail } from '#contract/specimens.ts';
import type { SpecimenStatus } from '#contract/statuses.ts';
import type { Context } from '#server/context.ts';
import { largestId, lastChange, type Stretch, selectStretch } from './catalogue.queries.ts';
import { toMedium, toSpecimen } from './specimen-mapper.ts';
import { selectMedia } from './specimens.queries.ts';

const BATCH = 100;
const EVERYTHING: Stretch = { from: 1, to: 2_147_483_647 };

/** `handStatus`: sold or pending where the admin says so or nothing is left; what pending orders hold does not count. */
export type CataloguedSpecimen = SpecimenDetail & { handStatus: SpecimenStatus };

/** Specimens with all their media in batches by id, other work getting its turn between them. Hidden ones only where asked for. */
export async function* eachSpecimen(
  { db }: Context,
  { hidden, stretch = EVERYTHING }: { hidden: boolean; stretch?: Stretch },
): AsyncGenerator<CataloguedSpecimen[]> {
  let { from } = stretch;
  for (;;) {
    const batch = await selectStretch(db, { from, to: stretch.to }, BATCH);
    const rows = hidden ? batch : batch.filter(({ visible }) => visible);
    const ids = rows.map(({ id }) => id);
    const media = Map.groupBy(ids.length === 0 ? [] : await selectMedia(db, ids, 'all'), (row) => row.specimen_id);
    yield rows.flatMap((row) => {
      const [main, ...additional] = (media.get(row.id) ?? []).map(toMedium);
      // Deleted between the two reads.
      const handStatus = row.quantity === 0 ? 'sold' : (row.status_by_hand ?? 'available');
      return main ? [{ ...toSpecimen(row, main, { hidden }), additional, handStatus }] : [];
    });
    if (batch.length < BATCH) return;
    from = (batch.at(-1)?.id ?? from) + 1;
    await setImmediate();
  }
}

/** One specimen, a hidden one too; null for an unknown one. */
export async function findSpecimen(ctx: Context, id: number): Promise<CataloguedSpecimen | null> {
  for await (const [found] of eachSpecimen(ctx, { hidden: true, stretch: { from: id, to: id } })) return found ?? null;
  return null;
}

/** The stretches of `size` ids that have visible specimens, and when one of them last changed. */
export async function visibleStretches({ db }: Context, size: number): Promise<(Stretch & { changedAt: string })[]> {
  const last = await largestId(db);
  const found: Awaited<ReturnType<typeof visibleStretches>> = [];
  for (let from = 1; from <= last; from += size) {
    const stretch = { from, to: from + size - 1 };
    const changedAt = await lastChange(db, stretch);
    if (changedAt !== null) found.push({ ...stretch, changedAt });
    await setImmediate();
  }
  return found;
}
