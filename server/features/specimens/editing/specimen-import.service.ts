/** Specimens that come from a sheet, in the caller's transaction; who calls `invalidateCache` after it. */

import { categoryOf } from '#contract/categories.ts';
import type { SpecimenEdit } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { priceColumns } from '../catalogue/specimen-prices.ts';
import { type MediumLink, replaceLinks } from './editing.queries.ts';
import { applyEdit, changeIn } from './editing.service.ts';

export type { MediumLink };

/** @throws Problem invalid_input for a price that no specimen can have. */
export const checkPrice = (price: string | null): void => void priceColumns(price);

/** Changes words, price and visibility of a specimen, and what it shows where `links` are given. @throws Problem not_found, invalid_input. */
export async function changeImported(ctx: Context, tx: Tx, id: number, edit: ImportedEdit, links: MediumLink[] | null): Promise<void> {
  await changeIn(ctx, tx, id, null, async (_, row) => {
    const event = await applyEdit(ctx, tx, row, {
      ...edit,
      title: edit.title ?? row.title,
      category: edit.category ?? categoryOf(row.category_id),
    });
    if (links) await replaceLinks(tx, id, links);
    return event;
  });
}

/** Stock is no part of it: it belongs to the orders and to the admin's hand. */
export type ImportedEdit = Partial<Omit<SpecimenEdit, 'quantity' | 'status'>>;
