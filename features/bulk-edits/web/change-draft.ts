import { shippingError } from '#core/contract/amount-question.ts';
import { type Category, categories } from '#core/contract/catalogue/categories.ts';
import type { Disclosure } from '#core/contract/catalogue/disclosures.ts';
import {
  type BulkChange,
  type BulkChangeKind,
  type PriceChange,
  type PrivateFact,
  priceChangeError,
  setPriceError,
  TAGLESS,
  UNDISCLOSED,
} from '#features/bulk-edits/contract/bulk-edit-rules.ts';

export type DraftKind = Exclude<BulkChangeKind, 'setPrice' | 'publish'>;

export type ChangeDraft = {
  kind: DraftKind;
  price: Omit<PriceChange, 'kind'>;
  isPriceSet: boolean;
  newPrice: string;
  shippingPrice: string;
  forSale: boolean;
  facts: Record<PrivateFact, string>;
  disclosures: Disclosure[];
  visible: boolean;
  category: Category;
  /** The id; empty: none is chosen yet. */
  collection: string;
  contained: boolean;
  addedTags: string;
  removedTags: string;
};

export const initialChange: ChangeDraft = {
  kind: 'price',
  price: { direction: 'raise', by: 'percent', value: '', round: 'cent' },
  isPriceSet: false,
  newPrice: '',
  shippingPrice: '',
  forSale: true,
  facts: { storagePlace: '', source: '', acquisitionDate: '' },
  disclosures: [],
  visible: false,
  category: categories[0],
  collection: '',
  contained: true,
  addedTags: '',
  removedTags: '',
};

const tagsIn = (text: string): string[] =>
  text.split(',').flatMap((tag) => tag.trim().replace(/^#+/, '').trim() || []);

export function changeOf(draft: ChangeDraft): BulkChange | { error: string } {
  switch (draft.kind) {
    case 'price': {
      if (draft.isPriceSet) {
        const error = setPriceError(draft.newPrice);
        return error ? { error } : { kind: 'setPrice', price: draft.newPrice.trim() };
      }
      const error = priceChangeError(draft.price);
      return error ? { error } : { kind: 'price', ...draft.price, value: draft.price.value.trim() };
    }
    case 'shipping': {
      const error = shippingError(draft.shippingPrice);
      return error ? { error } : { kind: 'shipping', shippingPrice: draft.shippingPrice.trim() };
    }
    case 'forSale':
      return { kind: 'forSale', forSale: draft.forSale };
    case 'storagePlace':
    case 'source':
    case 'acquisitionDate':
      return { kind: draft.kind, value: draft.facts[draft.kind].trim() };
    case 'disclosures':
      return draft.disclosures.length === 0
        ? { error: UNDISCLOSED }
        : { kind: 'disclosures', disclosures: draft.disclosures };
    case 'visibility':
      return { kind: 'visibility', visible: draft.visible };
    case 'category':
      return { kind: 'category', category: draft.category };
    case 'collection':
      if (draft.collection === '') return { error: 'Please choose a collection' };
      return {
        kind: 'collection',
        collection: Number(draft.collection),
        contained: draft.contained,
      };
    case 'tags': {
      const [add, remove] = [tagsIn(draft.addedTags), tagsIn(draft.removedTags)];
      return add.length + remove.length === 0 ? { error: TAGLESS } : { kind: 'tags', add, remove };
    }
    case 'delete':
      return { kind: 'delete' };
  }
}
