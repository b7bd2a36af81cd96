/** A published piece that is uploaded again with another main picture: the new specimen takes its place. */
import type { SpecimenForm, SpecimenInput } from '#contract/catalogue/specimens.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { noSuchSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { statusOf } from '#server/features/catalogue/specimens/stock/stock-moves.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import { addSpecimen, type SpecimenMediumInput } from './adding.service.ts';
import { lockSpecimen, selectClaimants, selectLinks, updateSpecimen } from './editing.queries.ts';
import { CHANGED_MEANWHILE, removeSpecimens } from './editing.service.ts';
import { giveNumbers, handOver, releaseNumbers, selectSuccessor } from './replacing.queries.ts';

export type Replaced = NonNullable<SpecimenForm['replaces']>;

/**
 * Adds a specimen in the place of another, which goes. Number, status by hand, collections, waiting line, questions and addresses are the new one's;
 * the status of the input is what the form began with, orders and line included, and counts for nothing.
 * @param media of the new one, before the pictures that it keeps of the other.
 * @returns its id.
 * @throws Problem not_found; changed_meanwhile where the other is not as it was read; state_conflict naming the order that has it; invalid_input for a picture that the other does not have.
 */
export async function replaceSpecimen(
  ctx: Context,
  tx: Tx,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  { id: from, version, visible, remaining }: Replaced,
): Promise<number> {
  const now = instantOf(ctx.clock);
  const row = await lockSpecimen(tx, from);
  if (!row) throw noSuchSpecimen();
  const isAsRead = (version ?? row.version) === row.version && (visible ?? row.visible) === row.visible;
  if (!isAsRead) throw new Problem('changed_meanwhile', CHANGED_MEANWHILE);
  await refuseOrdered(tx, from);
  const [, ...others] = await selectLinks(tx, from);
  const links = remaining.map(({ mediaId, alt, light }): SpecimenMediumInput => {
    const link = others.find(({ media_id }) => media_id === mediaId);
    if (!link) throw new Problem('invalid_input', 'One of these photos isn’t part of the specimen anymore.');
    // Described by the title it follows the new one.
    return { mediaId, alt: alt === row.title ? input.title : alt, light, pins: link.pins, asTaken: link.as_taken };
  });
  const numbers = await releaseNumbers(tx, from);
  const [main, ...added] = media;
  const to = await addSpecimen(tx, input, main ? [main, ...links, ...added] : [], { now, createdAt: row.created_at });
  await giveNumbers(tx, to, numbers);
  await handOver(tx, from, to);
  for (const takeOver of pluggedInto('specimenReplaced')) await takeOver(tx, from, to);
  // What is sold out is uploaded with a piece, since the form asks for one, and must not come back on sale by that.
  const { waiting, status_by_hand } = row.quantity === 0 ? { ...row, status_by_hand: 'sold' as const } : row;
  const status = statusOf({ quantity: input.quantity, held: 0, waiting, byHand: status_by_hand });
  await updateSpecimen(tx, to, { waiting, status_by_hand, status });
  await removeSpecimens(ctx, tx, [row]);
  return to;
}

/** What an order has of a piece is found by it. @throws Problem state_conflict naming the orders. */
async function refuseOrdered(tx: Tx, id: number): Promise<void> {
  const orders = [...new Set([...(await selectClaimants(tx, id, 'held')), ...(await selectClaimants(tx, id, 'taken'))])];
  if (orders.length === 0) return;
  const named = new Intl.ListFormat('en-US').format(orders.map((order) => `#${order}`));
  throw new Problem(
    'state_conflict',
    `${orders.length === 1 ? 'Order' : 'Orders'} ${named} ${orders.length === 1 ? 'has' : 'have'} this piece, so it stays as it is.`,
  );
}

/** The specimen that has taken the place of one that is gone; null: none has. */
export const successorOf = ({ db }: Context, id: number): Promise<number | null> => selectSuccessor(db, id);
