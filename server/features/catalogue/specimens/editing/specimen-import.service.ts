/** Changes of specimens by an import, inside the caller's transaction; the caller invalidates the cache after it. */

import { categoryOf } from '#contract/catalogue/categories.ts';
import type { SpecimenEdit } from '#contract/catalogue/specimens.ts';
import type { Context } from '#server/context.ts';
import { priceColumns } from '#server/features/catalogue/specimens/reading/specimen-prices.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type MediumLink, replaceLinks } from './editing.queries.ts';
import { applyEdit, changeInTransaction } from './editing.service.ts';
import { followMedia } from './media-followers.ts';

export type { MediumLink };

/** @throws Problem invalid_input for a price of 0. */
export const checkPrice = (price: string | null): void => void priceColumns(price);

/** Applies an edit to a specimen, and replaces its media where `links` are given. @throws Problem not_found, invalid_input. */
export async function changeImported(ctx: Context, tx: Tx, id: number, edit: ImportedEdit, links: MediumLink[] | null): Promise<void> {
  await changeInTransaction(ctx, tx, id, null, async (_, row) => {
    const event = await applyEdit(ctx, tx, row, {
      ...edit,
      title: edit.title ?? row.title,
      category: edit.category ?? categoryOf(row.category_id),
      // A sheet says itself what its price lists for sale; what an undone import brings back lists nothing.
      forSale: edit.forSale ?? row.for_sale,
    });
    if (links) {
      await replaceLinks(tx, id, links);
      await followMedia(tx, id, instantOf(ctx.clock));
    }
    return event;
  });
}

/** Without stock, which belongs to orders and to edits by hand. */
export type ImportedEdit = Partial<Omit<SpecimenEdit, 'quantity' | 'status'>>;
