/** A change of many specimens, as typed in the form. */

import { type Category, categories } from '#contract/catalogue/categories.ts';
import {
  type BulkChange,
  type BulkChangeKind,
  type PriceChange,
  priceChangeError,
  TAGLESS,
} from '#contract/extras/bulk-edits/bulk-edit-rules.ts';

export type ChangeDraft = {
  kind: BulkChangeKind;
  price: Omit<PriceChange, 'kind'>;
  visible: boolean;
  category: Category;
  /** The collection's id; empty: none is chosen yet. */
  collection: string;
  contained: boolean;
  /** Words separated by commas. */
  addedTags: string;
  removedTags: string;
};

export const initialChange: ChangeDraft = {
  kind: 'price',
  price: { direction: 'raise', by: 'percent', value: '', round: 'cent' },
  visible: false,
  category: categories[0],
  collection: '',
  contained: true,
  addedTags: '',
  removedTags: '',
};

const tagsIn = (text: string): string[] => text.split(',').flatMap((tag) => tag.trim().replace(/^#+/, '').trim() || []);

/** The change that the form means, or what is wrong with it. */
export function changeOf(draft: ChangeDraft): BulkChange | { error: string } {
  switch (draft.kind) {
    case 'price': {
      const error = priceChangeError(draft.price);
      return error ? { error } : { kind: 'price', ...draft.price, value: draft.price.value.trim() };
    }
    case 'visibility':
      return { kind: 'visibility', visible: draft.visible };
    case 'category':
      return { kind: 'category', category: draft.category };
    case 'collection':
      if (draft.collection === '') return { error: 'Please choose a collection' };
      return { kind: 'collection', collection: Number(draft.collection), contained: draft.contained };
    case 'tags': {
      const [add, remove] = [tagsIn(draft.addedTags), tagsIn(draft.removedTags)];
      return add.length + remove.length === 0 ? { error: TAGLESS } : { kind: 'tags', add, remove };
    }
    case 'delete':
      return { kind: 'delete' };
  }
}
