/** The admin's changes: editing, hiding and deleting a specimen. Its pictures are in `specimen-pictures.service.ts`. */
import { isDeepStrictEqual } from 'node:util';
import { type CareChange, formatCare } from '#contract/catalogue/care.ts';
import { isListedByPrice } from '#contract/catalogue/listing.ts';
import type { SpecimenDetail, SpecimenEdit } from '#contract/catalogue/specimens.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event } from '#server/features/admin/events/events.service.ts';
import { indexSpecimen, indexSpecimens, searchTextOf } from '#server/features/catalogue/search/search-index.service.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { changedColumns, valuesOf } from '#server/features/catalogue/specimens/reading/specimen-columns.ts';
import { getSpecimen, noSuchSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { type HandStock, stockAfter, stockRefusals } from '#server/features/catalogue/specimens/stock/stock-edit.ts';
import { statusOf } from '#server/features/catalogue/specimens/stock/stock-moves.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteSpecimenRow, type EditedRow, lockSpecimen, redescribeMedia, selectClaimants, updateSpecimen } from './editing.queries.ts';
import { claimNumbers, openSpeller } from './facts.service.ts';
import { followMedia } from './media-followers.ts';
import { refusePhotoless } from './photoless.service.ts';

/** The versions that an editor may have begun with; null for any. */
export type ExpectedVersions = readonly number[] | null;

export const CHANGED_MEANWHILE = 'This specimen has changed since you opened it. Nothing was saved.';

/** The event of a change. */
export type SpecimenEvent = { kind: string; data: Record<string, unknown> };

/**
 * Saves a full edit; fields that it leaves out stay.
 * @throws Problem not_found; changed_meanwhile with the present specimen, where it has none of the expected versions; state_conflict naming the
 * order that holds or has bought the pieces; invalid_input. Then nothing has changed.
 */
export async function editSpecimen(ctx: Context, id: number, edit: SpecimenEdit, expected: ExpectedVersions): Promise<SpecimenDetail> {
  return changeSpecimen(ctx, id, expected, (tx, row) => applyEdit(ctx, tx, row, edit));
}

/** Applies an edit to a specimen that the transaction has locked. @returns its event. @throws Problem state_conflict, invalid_input. */
export async function applyEdit(ctx: Context, tx: Tx, row: EditedRow, given: SpecimenEdit): Promise<SpecimenEvent> {
  const edit = given.forSale === undefined && isListedByPrice(row, given.price) ? { ...given, forSale: true } : given;
  if (edit.visible && !row.visible) await refusePhotoless(tx, [row.id]);
  const stock = await stockOf(tx, row, edit);
  const status = statusOf(stock);
  const spell = await openSpeller(tx);
  const { values, columns: place } = await spell(edit);
  const columns = changedColumns(values);
  const search_text = searchTextOf({ ...valuesOf(row), ...definedOf(values) });
  await claimNumbers(tx, [{ id: row.id, number: values.catalogueNumber }]);
  await updateSpecimen(tx, row.id, {
    ...columns,
    ...place,
    quantity: stock.quantity,
    status_by_hand: stock.byHand,
    status,
    search_text,
    version: row.version + 1,
    updated_at: instantOf(ctx.clock),
  });
  await indexSpecimen(tx, row.id, row, { search_text, visible: edit.visible ?? row.visible });
  await followTitle(ctx, tx, row, edit.title);
  const before = { status: row.status, quantity: row.quantity, price: row.price, visible: row.visible };
  const after = {
    status,
    quantity: stock.quantity,
    price: columns.price === undefined ? row.price : columns.price,
    visible: edit.visible ?? row.visible,
  };
  const { care } = valuesOf(row);
  const isSameCare = values.care === undefined || isDeepStrictEqual(values.care, care);
  const careOf = (changes: readonly CareChange[]) => (isSameCare ? {} : { care: changes.map(formatCare) });
  const data = { title: edit.title, before: { ...before, ...careOf(care) }, after: { ...after, ...careOf(values.care ?? care) } };
  return { kind: 'specimen_edited', data };
}

/** Pictures that nobody has described are described by the title, or were by the number before there was one: these take the new title. */
async function followTitle(ctx: Context, tx: Tx, { id, title, catalogue_number }: EditedRow, now: string): Promise<void> {
  const undescribed = [title, ...(catalogue_number === null ? [] : [catalogue_number])].filter((alt) => alt !== now);
  if (title === now || !(await redescribeMedia(tx, id, undescribed, now))) return;
  await followMedia(tx, id, instantOf(ctx.clock));
}

/**
 * Shows or hides a specimen. The version stays, so that the switch in Manage never conflicts with an edit.
 * @throws Problem not_found; state_conflict where it has no photo to be shown by.
 */
export async function setVisibility(ctx: Context, id: number, visible: boolean): Promise<SpecimenDetail> {
  return changeSpecimen(ctx, id, null, async (tx, row) => {
    if (visible) await refusePhotoless(tx, [id]);
    await indexSpecimen(tx, id, row, { ...row, visible });
    await updateSpecimen(tx, id, { visible, updated_at: instantOf(ctx.clock) });
    return { kind: visible ? 'specimen_shown' : 'specimen_hidden', data: {} };
  });
}

/**
 * Deletes a specimen for good, even one in pending orders: their lines are copies, so the orders remain. Its media files stay, since orders
 * show them.
 * @throws Problem not_found.
 */
export async function deleteSpecimen(ctx: Context, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockSpecimen(tx, id);
    if (!row) throw noSuchSpecimen();
    await removeSpecimens(ctx, tx, [row]);
  });
  ctx.invalidateCache(changedSpecimens([id]));
}

/** The same for specimens that the caller's transaction has locked; the caller invalidates the cache after it. */
export async function removeSpecimens(ctx: Pick<Context, 'clock'>, tx: Tx, rows: readonly EditedRow[]): Promise<void> {
  const events: Event[] = [];
  for (const { id, title, quantity } of rows) {
    const heldBy = await selectClaimants(tx, id, 'held');
    await deleteSpecimenRow(tx, id);
    const data = { title, quantity, heldBy };
    events.push({ at: instantOf(ctx.clock), actor: 'owner', kind: 'specimen_deleted', specimenId: id, data });
  }
  await indexSpecimens(
    tx,
    rows.map((row) => ({ id: row.id, before: row, after: null })),
  );
  await addEvents(tx, events);
}

/**
 * Locks specimens, and tells those that are as they were from those that were sold, held or edited since.
 * @returns `touched`: the titles of the latter; those that are gone are in neither.
 */
export async function lockUntouched(
  tx: Tx,
  known: readonly { id: number; version: number; updatedAt: string }[],
): Promise<{ untouched: Map<number, EditedRow>; touched: string[] }> {
  const untouched = new Map<number, EditedRow>();
  const touched: string[] = [];
  for (const { id, version, updatedAt } of known) {
    const row = await lockSpecimen(tx, id);
    if (!row) continue;
    const isEdited = row.version !== version || row.updated_at !== updatedAt;
    const isBought = isEdited || (await selectClaimants(tx, id, 'held')).length + (await selectClaimants(tx, id, 'taken')).length > 0;
    if (isBought) touched.push(row.title);
    else untouched.set(id, row);
  }
  return { untouched, touched };
}

/**
 * Changes a specimen under a lock, and adds the event.
 * @throws Problem not_found, changed_meanwhile.
 */
export async function changeSpecimen(
  ctx: Context,
  id: number,
  expected: ExpectedVersions,
  change: (tx: Tx, row: EditedRow) => Promise<SpecimenEvent>,
): Promise<SpecimenDetail> {
  const isCurrent = await inTransaction(ctx.db, (tx) => changeInTransaction(ctx, tx, id, expected, change));
  if (!isCurrent) throw await changedMeanwhile(ctx, id);
  ctx.invalidateCache(changedSpecimens([id]));
  return getSpecimen(ctx, id, { hidden: true });
}

/**
 * The same inside the caller's transaction; the caller invalidates the cache after it.
 * @returns false, having done nothing, where the specimen has none of the expected versions.
 * @throws Problem not_found.
 */
export async function changeInTransaction(
  ctx: Context,
  tx: Tx,
  id: number,
  expected: ExpectedVersions,
  change: Parameters<typeof changeSpecimen>[3],
): Promise<boolean> {
  const row = await lockSpecimen(tx, id);
  if (!row) throw noSuchSpecimen();
  if (expected !== null && !expected.includes(row.version)) return false;
  const event = await change(tx, row);
  // What somebody works on is not to go.
  if (row.delete_at !== null) await updateSpecimen(tx, id, { delete_at: null });
  await addEvents(tx, [{ ...event, at: instantOf(ctx.clock), actor: 'owner', specimenId: id }]);
  return true;
}

/** An edit without the fields that are undefined. */
export const definedOf = <Edit extends object>(edit: Edit) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Edit]: Exclude<Edit[Name], undefined>;
  };

async function stockOf(tx: Tx, row: EditedRow, edit: SpecimenEdit): Promise<HandStock> {
  const stock = { quantity: row.quantity, held: row.held, waiting: row.waiting, byHand: row.status_by_hand };
  const buyers = await selectClaimants(tx, row.id, 'taken');
  const after = stockAfter(stock, edit, buyers.length > 0);
  if (typeof after !== 'string') return after;
  const orders = after === 'last_bought' ? buyers : await selectClaimants(tx, row.id, 'held');
  throw new Problem('state_conflict', stockRefusals[after](row.title, row.held, orders));
}

async function changedMeanwhile(ctx: Context, id: number): Promise<Problem> {
  const specimen = await getSpecimen(ctx, id, { hidden: true });
  return new Problem('changed_meanwhile', CHANGED_MEANWHILE, { specimen });
}
