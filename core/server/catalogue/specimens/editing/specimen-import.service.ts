import { categoryOf } from '#core/contract/catalogue/categories.ts';
import type { SpecimenEdit } from '#core/contract/catalogue/specimens.ts';
import type { Act } from '#core/server/act.ts';
import { priceColumns } from '#core/server/catalogue/specimens/reading/specimen-prices.ts';
import { type MediumLink, replaceLinks } from './editing.queries.ts';
import { applyEdit, changeWithin } from './editing.service.ts';
import { followMedia } from './media-followers.ts';

export type { MediumLink };

/** @throws Problem invalid_input for a price of 0. */
export const checkPrice = (price: string | null): void => void priceColumns(price);

/** Replaces the media where `links` are given. @throws Problem not_found, invalid_input. */
export async function changeImported(
  act: Act,
  id: number,
  edit: ImportedEdit,
  links: MediumLink[] | null,
): Promise<void> {
  await changeWithin(act, id, null, async (_, row) => {
    const event = await applyEdit(act, row, {
      ...edit,
      title: edit.title ?? row.title,
      category: edit.category ?? categoryOf(row.category_id),
      // A sheet says itself what its price lists for sale; an undone import lists nothing.
      forSale: edit.forSale ?? row.for_sale,
    });
    if (links) {
      await replaceLinks(act.tx, id, links);
      await followMedia(act, id);
    }
    return event;
  });
}

/** Stock belongs to orders and edits by hand. */
type ImportedEdit = Partial<Omit<SpecimenEdit, 'quantity' | 'status'>>;
