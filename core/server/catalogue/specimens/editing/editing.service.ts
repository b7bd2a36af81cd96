import { isDeepStrictEqual } from 'node:util';
import { type CareChange, formatCare } from '#core/contract/catalogue/care.ts';
import { isListedByPrice } from '#core/contract/catalogue/listing.ts';
import type { SpecimenDetail, SpecimenEdit } from '#core/contract/catalogue/specimens.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act, Entry } from '#core/server/act.ts';
import {
  indexSpecimen,
  indexSpecimens,
  searchTextOf,
} from '#core/server/catalogue/search/search-index.service.ts';
import {
  changedColumns,
  valuesOf,
} from '#core/server/catalogue/specimens/reading/specimen-columns.ts';
import {
  getSpecimen,
  noSuchSpecimen,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import {
  type HandStock,
  stockAfter,
  stockRefusals,
} from '#core/server/catalogue/specimens/stock/stock-edit.ts';
import { statusOf } from '#core/server/catalogue/specimens/stock/stock-moves.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Tx } from '#platform/db/db.ts';
import {
  deleteSpecimenRow,
  type EditedRow,
  lockSpecimen,
  redescribeMedia,
  selectClaimants,
  updateSpecimen,
} from './editing.queries.ts';
import { claimNumbers, openSpeller } from './facts.service.ts';
import { followMedia } from './media-followers.ts';
import { refusePhotoless } from './photoless.service.ts';

/** The versions that an editor may have begun with; null for any. */
export type ExpectedVersions = readonly number[] | null;

export const CHANGED_MEANWHILE =
  'This specimen has changed since you opened it. Nothing was saved.';

type SpecimenEvent = { kind: string; data: Record<string, unknown> };

/**
 * Fields left out stay. @throws Problem not_found; changed_meanwhile with the present specimen;
 * state_conflict naming the order that holds or has bought the pieces; invalid_input. Then nothing
 * has changed.
 */
export async function editSpecimen(
  ctx: Context,
  id: number,
  edit: SpecimenEdit,
  expected: ExpectedVersions,
): Promise<SpecimenDetail> {
  return changeSpecimen(ctx, id, expected, (act, row) => applyEdit(act, row, edit));
}

/** @returns its event. @throws Problem state_conflict, invalid_input. */
export async function applyEdit(
  act: Act,
  row: EditedRow,
  given: SpecimenEdit,
): Promise<SpecimenEvent> {
  const { tx } = act;
  const edit =
    given.forSale === undefined && isListedByPrice(row, given.price)
      ? { ...given, forSale: true }
      : given;
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
    updated_at: act.now,
  });
  await indexSpecimen(tx, row.id, row, { search_text, visible: edit.visible ?? row.visible });
  await followTitle(act, row, edit.title);
  const before = {
    status: row.status,
    quantity: row.quantity,
    price: row.price,
    visible: row.visible,
  };
  const after = {
    status,
    quantity: stock.quantity,
    price: columns.price === undefined ? row.price : columns.price,
    visible: edit.visible ?? row.visible,
  };
  const { care } = valuesOf(row);
  const isSameCare = values.care === undefined || isDeepStrictEqual(values.care, care);
  const careOf = (changes: readonly CareChange[]) =>
    isSameCare ? {} : { care: changes.map(formatCare) };
  const data = {
    title: edit.title,
    before: { ...before, ...careOf(care) },
    after: { ...after, ...careOf(values.care ?? care) },
  };
  return { kind: 'specimen_edited', data };
}

/**
 * Renames pictures that no one has described: they carry the old title, or the number from before.
 */
async function followTitle(
  act: Act,
  { id, title, catalogue_number }: EditedRow,
  present: string,
): Promise<void> {
  const undescribed = [title, ...(catalogue_number === null ? [] : [catalogue_number])].filter(
    (alt) => alt !== present,
  );
  if (title === present || !(await redescribeMedia(act.tx, id, undescribed, present))) return;
  await followMedia(act, id);
}

/**
 * Keeps the version, so that the switch in Manage never conflicts with an edit. @throws Problem
 * not_found; state_conflict where it has no photo.
 */
export async function setVisibility(
  ctx: Context,
  id: number,
  visible: boolean,
): Promise<SpecimenDetail> {
  return changeSpecimen(ctx, id, null, async ({ tx, now }, row) => {
    if (visible) await refusePhotoless(tx, [id]);
    await indexSpecimen(tx, id, row, { ...row, visible });
    await updateSpecimen(tx, id, { visible, updated_at: now });
    return { kind: visible ? 'specimen_shown' : 'specimen_hidden', data: {} };
  });
}

/**
 * Deletes even one in pending orders, whose lines are copies. Its media files stay, since orders
 * show them. @throws Problem not_found.
 */
export async function deleteSpecimen(ctx: Context, id: number): Promise<void> {
  await perform(ctx, 'owner', async (act) => {
    const row = await lockSpecimen(act.tx, id);
    if (!row) throw noSuchSpecimen();
    await removeSpecimens(act, [row]);
  });
}

export async function removeSpecimens(act: Act, rows: readonly EditedRow[]): Promise<void> {
  const { tx } = act;
  const removed: Entry[] = [];
  for (const { id, title, quantity } of rows) {
    const heldBy = await selectClaimants(tx, id, 'held');
    await deleteSpecimenRow(tx, id);
    const data = { title, quantity, heldBy };
    removed.push({ kind: 'specimen_deleted', specimenId: id, data });
  }
  await indexSpecimens(
    tx,
    rows.map((row) => ({ id: row.id, before: row, after: null })),
  );
  await act.record(removed);
}

/**
 * Locks the specimens. @returns `touched`: titles of those sold, held or edited since; deleted ones
 * are nowhere.
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
    const isBought =
      isEdited ||
      (await selectClaimants(tx, id, 'held')).length +
        (await selectClaimants(tx, id, 'taken')).length >
        0;
    if (isBought) touched.push(row.title);
    else untouched.set(id, row);
  }
  return { untouched, touched };
}

/** @throws Problem not_found, changed_meanwhile. */
export async function changeSpecimen(
  ctx: Context,
  id: number,
  expected: ExpectedVersions,
  change: (act: Act, row: EditedRow) => Promise<SpecimenEvent>,
): Promise<SpecimenDetail> {
  const isCurrent = await perform(ctx, 'owner', (act) => changeWithin(act, id, expected, change));
  if (!isCurrent) throw await changedMeanwhile(ctx, id);
  return getSpecimen(ctx, id, { hidden: true });
}

/**
 * @returns false, having done nothing, where the version is none of those expected. @throws Problem
 * not_found.
 */
export async function changeWithin(
  act: Act,
  id: number,
  expected: ExpectedVersions,
  change: Parameters<typeof changeSpecimen>[3],
): Promise<boolean> {
  const { tx } = act;
  const row = await lockSpecimen(tx, id);
  if (!row) throw noSuchSpecimen();
  if (expected !== null && !expected.includes(row.version)) return false;
  const event = await change(act, row);
  // What someone works on must not be deleted.
  if (row.delete_at !== null) await updateSpecimen(tx, id, { delete_at: null });
  await act.record({ ...event, specimenId: id });
  return true;
}

export const definedOf = <Edit extends object>(edit: Edit) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Edit]: Exclude<Edit[Name], undefined>;
  };

async function stockOf(tx: Tx, row: EditedRow, edit: SpecimenEdit): Promise<HandStock> {
  const stock = {
    quantity: row.quantity,
    held: row.held,
    waiting: row.waiting,
    byHand: row.status_by_hand,
  };
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
