import type { SpecimenForm, SpecimenInput } from '#core/contract/catalogue/specimens.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { noSuchSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { statusOf } from '#core/server/catalogue/specimens/stock/stock-moves.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Tx } from '#platform/db/db.ts';
import { addSpecimen, type SpecimenMediumInput } from './adding.service.ts';
import { lockSpecimen, selectClaimants, selectLinks, updateSpecimen } from './editing.queries.ts';
import { CHANGED_MEANWHILE, removeSpecimens } from './editing.service.ts';
import { giveNumbers, handOver, releaseNumbers, selectSuccessor } from './replacing.queries.ts';

export type Replaced = NonNullable<SpecimenForm['replaces']>;

/**
 * Passes on number, status by hand, collections, waiting line, questions and paths. Ignores the
 * input's status, which the form began with. @param media of the new one, before the pictures that
 * it keeps. @returns its id. @throws Problem not_found; changed_meanwhile where the other was
 * edited; state_conflict naming the order that has it; invalid_input for a picture that the other
 * does not have.
 */
export async function replaceSpecimen(
  act: Act,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  { id: from, version, visible, remaining }: Replaced,
): Promise<number> {
  const { tx } = act;
  const row = await lockSpecimen(tx, from);
  if (!row) throw noSuchSpecimen();
  const isAsRead =
    (version ?? row.version) === row.version && (visible ?? row.visible) === row.visible;
  if (!isAsRead) throw new Problem('changed_meanwhile', CHANGED_MEANWHILE);
  await refuseOrdered(tx, from);
  const [, ...others] = await selectLinks(tx, from);
  const links = remaining.map(({ mediaId, alt, light }): SpecimenMediumInput => {
    const link = others.find(({ media_id }) => media_id === mediaId);
    if (!link)
      throw new Problem('invalid_input', 'One of these photos isn’t part of the specimen anymore.');
    // A picture described by the title follows the new one.
    return {
      mediaId,
      alt: alt === row.title ? input.title : alt,
      light,
      pins: link.pins,
      asTaken: link.as_taken,
    };
  });
  const numbers = await releaseNumbers(tx, from);
  const [main, ...added] = media;
  const all = main ? [main, ...links, ...added] : [];
  const to = await addSpecimen(act, input, all, row.created_at);
  await giveNumbers(tx, to, numbers);
  await handOver(tx, from, to);
  for (const takeOver of pluggedInto('specimenReplaced')) await takeOver(tx, from, to);
  // The form asks for a piece even of what is sold out; that must not come back on sale.
  const { waiting, status_by_hand } =
    row.quantity === 0 ? { ...row, status_by_hand: 'sold' as const } : row;
  const status = statusOf({ quantity: input.quantity, held: 0, waiting, byHand: status_by_hand });
  await updateSpecimen(tx, to, { waiting, status_by_hand, status });
  await removeSpecimens(act, [row]);
  return to;
}

/** Orders find their piece by the id. @throws Problem state_conflict naming the orders. */
async function refuseOrdered(tx: Tx, id: number): Promise<void> {
  const orders = [
    ...new Set([
      ...(await selectClaimants(tx, id, 'held')),
      ...(await selectClaimants(tx, id, 'taken')),
    ]),
  ];
  if (orders.length === 0) return;
  const named = new Intl.ListFormat('en-US').format(orders.map((order) => `#${order}`));
  throw new Problem(
    'state_conflict',
    `${orders.length === 1 ? 'Order' : 'Orders'} ${named} ${orders.length === 1 ? 'has' : 'have'} this piece, so it stays as it is.`,
  );
}

/** Returns null for none. */
export const successorOf = ({ db }: Pick<Context, 'db'>, id: number): Promise<number | null> =>
  selectSuccessor(db, id);
