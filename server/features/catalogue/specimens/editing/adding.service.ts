/** Adds a specimen whose media are stored already. */

import { NO_IMAGE } from '#contract/catalogue/specimen-fields.ts';
import type { SpecimenDetail, SpecimenInput } from '#contract/catalogue/specimens.ts';
import type { Light } from '#contract/media/media.ts';
import type { Pin } from '#contract/media/pins.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event } from '#server/features/admin/events/events.service.ts';
import { type IndexChange, indexSpecimens, searchTextOf } from '#server/features/catalogue/search/search-index.service.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { columnsOf } from '#server/features/catalogue/specimens/reading/specimen-columns.ts';
import { insertLinks, insertSpecimen, type SpecimenLink } from '#server/features/catalogue/specimens/reading/specimens.queries.ts';
import { getSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { newPieces } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { statusOf } from '#server/features/catalogue/specimens/stock/stock-moves.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { claimNumbers, openSpeller } from './facts.service.ts';
import { followMedia } from './media-followers.ts';

export type SpecimenMediumInput = { mediaId: string; alt: string; light: Light | null; pins?: Pin[]; asTaken?: boolean };

/**
 * Adds a specimen. Its media must be stored already; the first is the main one.
 * @param options.createdAt an instant, ISO 8601 in UTC, for imports; default now.
 */
export async function createSpecimen(
  ctx: Context,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  options: { createdAt?: string; actor?: 'owner' | 'system' } = {},
): Promise<SpecimenDetail> {
  const id = await inTransaction(ctx.db, (tx) => addSpecimen(tx, input, media, { now: instantOf(ctx.clock), ...options }));
  ctx.invalidateCache(changedSpecimens([id]));
  return getSpecimen(ctx, id, { hidden: true });
}

/** A specimen to add, whose media are stored already; the first is the main one. `createdAt`: an instant, ISO 8601 in UTC; default: now. */
export type NewSpecimen = { input: SpecimenInput; media: SpecimenMediumInput[]; createdAt?: string | undefined };

/** The same inside the caller's transaction; the caller invalidates the cache after it. @returns the id. */
export async function addSpecimen(
  tx: Tx,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  { createdAt, ...options }: { now: string; createdAt?: string; actor?: 'owner' | 'system' },
): Promise<number> {
  const [id] = await addSpecimens(tx, [{ input, media, createdAt }], options);
  if (id === undefined) throw new Error('A specimen was added without an id');
  return id;
}

/** The same for many: what can be written for all at once is. @returns the ids, in this order. */
export async function addSpecimens(
  tx: Tx,
  specimens: readonly NewSpecimen[],
  { now, actor = 'owner' }: { now: string; actor?: 'owner' | 'system' },
): Promise<number[]> {
  const spell = await openSpeller(tx);
  const links = new Map<number, SpecimenLink[]>();
  const numbers: { id: number; number: string | null }[] = [];
  const indexed: IndexChange[] = [];
  const events: Event[] = [];
  for (const { input, media, createdAt = now } of specimens) {
    if (media.length === 0) throw new Problem('invalid_input', NO_IMAGE, { issues: [{ path: 'image', message: NO_IMAGE }] });
    const { values, columns: place } = await spell(input);
    const columns = columnsOf(values);
    const pieces = newPieces(input);
    const row = {
      ...columns,
      ...place,
      ...pieces,
      status: statusOf({ ...pieces, byHand: pieces.status_by_hand }),
      search_text: searchTextOf(values),
      created_at: createdAt,
      updated_at: createdAt,
    };
    const id = await insertSpecimen(tx, row);
    links.set(
      id,
      media.map(({ mediaId, alt, light, pins = [], asTaken = false }) => ({ media_id: mediaId, alt, light, pins, as_taken: asTaken })),
    );
    numbers.push({ id, number: values.catalogueNumber });
    indexed.push({ id, before: null, after: row });
    const data = { title: input.title, price: columns.price, quantity: input.quantity };
    events.push({ at: now, actor, kind: 'specimen_created', specimenId: id, data });
  }
  if (links.size === 0) return [];
  await insertLinks(tx, links);
  for (const id of links.keys()) await followMedia(tx, id, now);
  await claimNumbers(tx, numbers);
  await indexSpecimens(tx, indexed);
  await addEvents(tx, events);
  return [...links.keys()];
}
