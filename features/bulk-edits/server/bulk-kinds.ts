import { isDeepStrictEqual } from 'node:util';
import { categoryOf } from '#core/contract/catalogue/categories.ts';
import { disclosureTable, formatDisclosure } from '#core/contract/catalogue/disclosures.ts';
import { isListedByPrice } from '#core/contract/catalogue/listing.ts';
import { MAX_TAGS } from '#core/contract/catalogue/specimens.ts';
import { canonicalPrice, formatAmount, formatDollars, parseAmount } from '#core/contract/money.ts';
import { changedColumns } from '#core/server/catalogue/specimens/reading/specimen-columns.ts';
import { isForSale } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import {
  type BulkChange,
  type BulkChangeKind,
  changedCents,
  type FactChange,
  type LeftReason,
  type PrivateFact,
} from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import { publishGapOf } from '#features/bulk-edits/contract/publishing.ts';
import type { BulkValue } from '#features/bulk-edits/server/tables.ts';
import type { FilledCollection } from './filling.ts';
import type { ManyFields, ManyRow } from './many.ts';

/** Null: the change is about no collection. */
export type Subject = FilledCollection | null;

export type Decision = { after: BulkValue } | LeftReason;

type Kind<Change extends BulkChange> = {
  label(change: Change, collection: Subject): string;
  valueOf(piece: ManyRow, collection: Subject): BulkValue;
  decider(change: Change, collection: Subject): (piece: ManyRow) => Decision;
  show(value: BulkValue, collection: Subject): string;
  /** Every other change of a specimen matters to it too. */
  isAboutWhole?: true;
};

type Kinds = { [Name in BulkChangeKind]: Kind<Extract<BulkChange, { kind: Name }>> };

const inQuotes = (tags: readonly string[]): string => tags.map((tag) => `“${tag}”`).join(', ');
const nameOf = (collection: Subject): string =>
  collection ? `“${collection.name}”` : 'a collection';
const visibility = (value: BulkValue): string => (value === true ? 'Visible' : 'Hidden');
const key = (tag: string): string => tag.toLowerCase();

function sayAmount(text: string): string {
  const cents = parseAmount(text);
  return cents === null ? text : formatDollars(cents);
}

const sayFact = (value: string | null) => value || 'Not set';

const fieldWords: {
  [Name in keyof ManyFields]-?: (value: NonNullable<ManyFields[Name]> | null) => string;
} = {
  visible: visibility,
  price: (price) => (price === null ? 'No price' : sayAmount(price)),
  forSale: (forSale) => (forSale ? 'for sale' : 'not for sale'),
  shippingPrice: (shipping) =>
    parseAmount(shipping ?? '') === 0 ? 'Free' : sayAmount(shipping ?? ''),
  storagePlace: sayFact,
  source: sayFact,
  acquisitionDate: sayFact,
  disclosures: (disclosures) =>
    disclosures?.map(formatDisclosure).join('; ') || 'Nothing disclosed',
};
type FieldName = keyof typeof fieldWords;

const fieldsOf = (piece: ManyRow): Required<ManyFields> => ({
  visible: piece.visible,
  price: piece.price,
  forSale: piece.for_sale,
  shippingPrice: piece.shipping_price,
  storagePlace: piece.storage_place,
  source: piece.source,
  acquisitionDate: piece.acquisition_date,
  disclosures: piece.disclosures,
});

const ofFields = (...names: FieldName[]): Pick<Kinds['publish'], 'valueOf' | 'show'> => ({
  valueOf(piece) {
    const fields = fieldsOf(piece);
    return Object.fromEntries(names.map((name) => [name, fields[name]]));
  },
  show(value) {
    const fields = value as Required<ManyFields>;
    // The compiler cannot follow that name and value belong together.
    const words = (Object.keys(fieldWords) as FieldName[]).flatMap((name) =>
      name in fields ? [(fieldWords[name] as (value: unknown) => string)(fields[name])] : [],
    );
    const [first = '', ...rest] = words;
    return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...rest].join(', ');
  },
});

const ofFact = (fact: PrivateFact, name: string): Kind<FactChange> => ({
  label: ({ value }) => (value === '' ? `Clear ${name}` : `Set ${name} to “${value}”`),
  decider:
    ({ value }) =>
    () => ({ after: { [fact]: value === '' && fact === 'acquisitionDate' ? null : value } }),
  ...ofFields(fact),
});

const kinds: Kinds = {
  price: {
    label: ({ direction, by, value, round }) => {
      // With a space that does not break: a % alone on a line means nothing.
      const step =
        by === 'percent'
          ? `${value.replace(/(?<!\s)\s*%$/, '')}\u00a0%`
          : formatDollars(parseAmount(value) ?? 0);
      return `${direction === 'raise' ? 'Raise' : 'Lower'} the price by ${step}${round === 'dollar' ? ', to whole dollars' : ''}`;
    },
    valueOf: ({ price }) => price,
    decider: (change) => (piece) => {
      if (piece.price === null) return 'unpriced';
      const cents = parseAmount(piece.price);
      if (cents === null) return 'words';
      if (piece.status === 'sold') return 'sold';
      const after = changedCents(cents, change);
      return typeof after === 'string' ? after : { after: formatAmount(after) };
    },
    show: (price) => formatDollars(parseAmount(String(price)) ?? 0),
  },
  setPrice: {
    label: ({ price }) => `Set the price to ${sayAmount(price)}`,
    decider:
      ({ price }) =>
      (piece) =>
        piece.status === 'sold'
          ? 'sold'
          : {
              after: {
                price: canonicalPrice(price),
                forSale: piece.for_sale || isListedByPrice(piece, price),
              },
            },
    ...ofFields('price', 'forSale'),
  },
  shipping: {
    label: ({ shippingPrice }) =>
      shippingPrice === '' ? 'Ship for free' : `Set shipping to ${sayAmount(shippingPrice)}`,
    decider:
      ({ shippingPrice }) =>
      () => ({ after: { shippingPrice: canonicalPrice(shippingPrice) ?? formatAmount(0) } }),
    ...ofFields('shippingPrice'),
  },
  forSale: {
    label: ({ forSale }) => (forSale ? 'List for sale' : 'Take off sale'),
    decider:
      ({ forSale }) =>
      (piece) =>
        forSale && piece.price === null ? 'unpriced' : { after: { forSale } },
    ...ofFields('forSale'),
  },
  publish: {
    label: () => 'Publish and list for sale',
    decider: () => (piece) => {
      if (piece.status === 'sold') return 'sold_before';
      const after = { visible: true, forSale: true };
      if (piece.visible && piece.for_sale) return { after };
      return publishGapOf({ ...piece, catalogueNumber: piece.catalogue_number }) ?? { after };
    },
    ...ofFields('visible', 'forSale'),
  },
  storagePlace: ofFact('storagePlace', 'the storage place'),
  source: ofFact('source', '“Bought from”'),
  acquisitionDate: ofFact('acquisitionDate', '“Acquired on”'),
  disclosures: {
    label: ({ disclosures }) =>
      `Disclose “${disclosures.map(({ kind }) => disclosureTable[kind].label).join(', ')}”`,
    decider:
      ({ disclosures }) =>
      () => ({ after: { disclosures } }),
    ...ofFields('disclosures'),
  },
  visibility: {
    label: ({ visible }) => (visible ? 'Show in the gallery' : 'Hide from the gallery'),
    valueOf: ({ visible }) => visible,
    decider:
      ({ visible }) =>
      (piece) => {
        if (visible && piece.isPhotoless) return 'photoless';
        return !visible && piece.visible && piece.waiting > 0 ? 'waited_for' : { after: visible };
      },
    show: visibility,
  },
  category: {
    label: ({ category }) => `Move to ${category}`,
    valueOf: ({ category_id }) => categoryOf(category_id),
    decider:
      ({ category }) =>
      () => ({ after: category }),
    show: (category) => String(category),
  },
  collection: {
    label: ({ contained }, collection) =>
      contained ? `Add to ${nameOf(collection)}` : `Remove from ${nameOf(collection)}`,
    valueOf: ({ id }, collection) => collection?.positions.get(id) ?? null,
    decider: ({ contained }, collection) => {
      let room = collection?.room ?? 0;
      let last = Math.max(-1, ...(collection?.positions.values() ?? []));
      return ({ id }) => {
        if (!contained) return { after: null };
        const present = collection?.positions.get(id);
        if (present !== undefined) return { after: present };
        if (room === 0) return 'full';
        room -= 1;
        last += 1;
        return { after: last };
      };
    },
    show: (position, collection) =>
      position === null ? `Not in ${nameOf(collection)}` : `In ${nameOf(collection)}`,
  },
  tags: {
    label: ({ add, remove }) =>
      [
        add.length > 0 && `Add the tags ${inQuotes(add)}`,
        remove.length > 0 && `Remove the tags ${inQuotes(remove)}`,
      ]
        .filter(Boolean)
        .join('; '),
    valueOf: ({ tags }) => tags,
    decider: ({ add, remove }) => {
      const removed = new Set(remove.map(key));
      return ({ tags }) => {
        const remaining = tags.filter((tag) => !removed.has(key(tag)));
        const present = new Set(remaining.map(key));
        const added = [...new Map(add.map((tag) => [key(tag), tag])).values()].filter(
          (tag) => !present.has(key(tag)),
        );
        const after = [...remaining, ...added];
        return after.length > MAX_TAGS && added.length > 0 ? 'full_tags' : { after };
      };
    },
    show: (tags) => (Array.isArray(tags) && tags.length > 0 ? tags.join(', ') : 'No tags'),
  },
  delete: {
    label: () => 'Delete permanently',
    valueOf: ({ visible }) => visible,
    decider: () => (piece) => {
      if (piece.held > 0) return 'held';
      return piece.waiting > 0 ? 'waited_for' : { after: 'deleted' };
    },
    show: (value) => (value === 'deleted' ? 'Deleted' : visibility(value)),
    isAboutWhole: true,
  },
};

export const kindOf = <Change extends BulkChange>({ kind }: Change) =>
  // The compiler cannot follow that kind and change belong together.
  kinds[kind] as unknown as Kind<Change>;

/** Null: the value sets no fields. */
export function fieldsIn({ kind }: BulkChange, value: BulkValue): ManyFields | null {
  if (kind === 'price') return { price: value as string | null };
  if (kind === 'visibility') return { visible: value === true };
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

/**
 * The value takes a piece off sale that somebody waits for: the line would end and be told so,
 * which nobody can undo.
 */
export function endsLine(change: BulkChange, piece: ManyRow, value: BulkValue): boolean {
  const fields = fieldsIn(change, value);
  return (
    fields !== null &&
    piece.waiting > 0 &&
    isForSale(piece) &&
    !isForSale({ ...piece, ...changedColumns(fields) } as ManyRow)
  );
}

/** The position in a collection does not matter. */
export const isSame = ({ kind }: BulkChange, a: BulkValue, b: BulkValue): boolean =>
  kind === 'collection' ? (a === null) === (b === null) : isDeepStrictEqual(a, b);

export function decider(change: BulkChange, collection: Subject): (piece: ManyRow) => Decision {
  const kind = kindOf(change);
  const decide = kind.decider(change, collection);
  return (piece) => {
    if (piece.delete_at !== null) return 'deleting';
    const decision = decide(piece);
    if (typeof decision === 'string') return decision;
    if (isSame(change, kind.valueOf(piece, collection), decision.after)) return 'same';
    return endsLine(change, piece, decision.after) ? 'waited_for' : decision;
  };
}
