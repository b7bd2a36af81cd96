import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shippingError } from '#core/contract/amount-question.ts';
import { type Category, categories } from '#core/contract/catalogue/categories.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { managedCollectionsQuery } from '#core/web/catalogue/collections/managing/managing-queries.ts';
import { DisclosuresField } from '#core/web/catalogue/editing/form/disclosures-field.tsx';
import { knownFactsQuery } from '#core/web/catalogue/editing/form/fact-queries.ts';
import {
  type PrivateFact,
  priceChangeError,
  setPriceError,
  UNDO_MINUTES,
} from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { AmountTextField } from '#ui/likely-amount.tsx';
import { SuggestField } from '#ui/suggest-field.tsx';
import type { ChangeDraft, DraftKind } from './change-draft.ts';

const SET = 'Set';

type Props = { draft: ChangeDraft; onChange: (draft: ChangeDraft) => void; error?: string };

const kinds = {
  price: { label: 'Price', Fields: PriceFields },
  shipping: { label: 'Shipping', Fields: ShippingFields },
  forSale: { label: 'For sale', Fields: ForSaleFields },
  visibility: { label: 'Visibility', Fields: VisibilityFields },
  category: { label: 'Category', Fields: CategoryFields },
  collection: { label: 'Collection', Fields: CollectionFields },
  tags: { label: 'Tags', Fields: TagFields },
  disclosures: { label: specimenFields.disclosures.label, Fields: DisclosureFields },
  storagePlace: { label: 'Storage place', Fields: FactFields },
  source: { label: 'Bought from', Fields: FactFields },
  acquisitionDate: { label: 'Acquired on', Fields: FactFields },
  delete: { label: 'Delete', Fields: DeleteFields },
} as const satisfies Record<DraftKind, { label: string; Fields: (props: Props) => ReactNode }>;

export function ChangeFields(props: Props) {
  const { draft, onChange } = props;
  const { Fields } = kinds[draft.kind];
  return (
    <div className="space-y-5">
      <SelectField
        label="What to change"
        value={draft.kind}
        onChange={(event) => onChange({ ...draft, kind: event.target.value as DraftKind })}
      >
        {Object.entries(kinds).map(([kind, { label }]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <Fields {...props} />
    </div>
  );
}

function Either({
  legend,
  words,
  isFirst,
  onChoose,
}: {
  legend: string;
  words: readonly [string, string];
  isFirst: boolean;
  onChoose: (isFirst: boolean) => void;
}) {
  const chosen = words[isFirst ? 0 : 1];
  return (
    <ChoiceField
      legend={legend}
      name={legend}
      choices={words}
      chosen={chosen}
      onChange={(event) => onChoose(event.target.value === words[0])}
    />
  );
}

function PriceFields({ draft, onChange, error }: Props) {
  const { price } = draft;
  const set = (part: Partial<ChangeDraft['price']>) =>
    onChange({ ...draft, price: { ...price, ...part } });
  const isPercent = price.by === 'percent';
  const directions = { Raise: 'raise', Lower: 'lower' } as const;
  const how = (
    <ChoiceField
      legend="How"
      name="how"
      choices={[...Object.keys(directions), SET]}
      chosen={draft.isPriceSet ? SET : price.direction === 'raise' ? 'Raise' : 'Lower'}
      onChange={({ target: { value } }) =>
        onChange({
          ...draft,
          isPriceSet: value === SET,
          price: {
            ...price,
            direction: directions[value as keyof typeof directions] ?? price.direction,
          },
        })
      }
    />
  );
  if (draft.isPriceSet) {
    return (
      <>
        {how}
        <AmountTextField
          label="New price ($)"
          hint="The first price of a hidden piece lists it for sale"
          maxLength={specimenFields.price.max}
          value={draft.newPrice}
          error={setPriceError(draft.newPrice) && error}
          onType={(newPrice) => onChange({ ...draft, newPrice })}
        />
      </>
    );
  }
  return (
    <>
      {how}
      <Either
        legend="By"
        words={['Percent', 'Amount']}
        isFirst={isPercent}
        onChoose={(is) => set({ by: is ? 'percent' : 'amount' })}
      />
      <AmountTextField
        label={isPercent ? 'Percent' : 'Amount'}
        prefix={isPercent ? '%' : '$'}
        inputMode="decimal"
        maxLength={20}
        className="figures"
        value={price.value}
        error={priceChangeError(price) && error}
        onType={(value) => set({ value })}
      />
      <Either
        legend="Round to"
        words={['Cents', 'Whole dollars']}
        isFirst={price.round === 'cent'}
        onChoose={(is) => set({ round: is ? 'cent' : 'dollar' })}
      />
    </>
  );
}

function ShippingFields({ draft, onChange, error }: Props) {
  return (
    <AmountTextField
      label="New shipping price ($)"
      hint={specimenFields.shippingPrice.form.hint}
      maxLength={specimenFields.shippingPrice.max}
      value={draft.shippingPrice}
      error={shippingError(draft.shippingPrice) && error}
      onType={(shippingPrice) => onChange({ ...draft, shippingPrice })}
    />
  );
}

function ForSaleFields({ draft, onChange }: Props) {
  return (
    <Either
      legend="In the shop"
      words={['List for sale', 'Take off sale']}
      isFirst={draft.forSale}
      onChoose={(forSale) => onChange({ ...draft, forSale })}
    />
  );
}

function FactFields({ draft, onChange }: Props) {
  const { data: known } = useQuery(knownFactsQuery);
  const fact = draft.kind as PrivateFact;
  const { label, max } = specimenFields[fact];
  const texts =
    fact === 'source' ? known?.sources : fact === 'storagePlace' ? known?.storagePlaces : [];
  return (
    <SuggestField
      key={fact}
      label={label}
      hint="Leave blank to clear it"
      maxLength={max}
      {...(fact === 'acquisitionDate' && { type: 'date', max: '9999-12-31' })}
      suggestions={(texts ?? []).map((value) => ({ value, label: value }))}
      value={draft.facts[fact]}
      onChange={(event) =>
        onChange({ ...draft, facts: { ...draft.facts, [fact]: event.target.value } })
      }
    />
  );
}

function DisclosureFields({ draft, onChange, error }: Props) {
  return (
    <div>
      <DisclosuresField
        label={specimenFields.disclosures.label}
        {...(error !== undefined && { error })}
        value={draft.disclosures}
        onChange={(disclosures) => onChange({ ...draft, disclosures })}
      />
      <p className="mt-3 text-sm text-quiet">
        Visitors read it on each piece. It replaces what these pieces say now.
      </p>
    </div>
  );
}

function VisibilityFields({ draft, onChange }: Props) {
  return (
    <Either
      legend="In the gallery"
      words={['Show', 'Hide']}
      isFirst={draft.visible}
      onChoose={(visible) => onChange({ ...draft, visible })}
    />
  );
}

function CategoryFields({ draft, onChange }: Props) {
  return (
    <SelectField
      label="New category"
      value={draft.category}
      onChange={(event) => onChange({ ...draft, category: event.target.value as Category })}
    >
      {categories.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </SelectField>
  );
}

function CollectionFields({ draft, onChange, error }: Props) {
  const { data } = useQuery(managedCollectionsQuery);
  const byHand = data?.filter(({ rule }) => rule === null) ?? [];
  if (data && byHand.length === 0) {
    return (
      <p className="text-quiet">
        You don’t have a hand-picked collection yet.{' '}
        <Link to="/manage/collections" search={{ edit: 'new' }} className="text-link">
          Create one
        </Link>
      </p>
    );
  }
  return (
    <>
      <Either
        legend="What to do"
        words={['Add', 'Remove']}
        isFirst={draft.contained}
        onChoose={(contained) => onChange({ ...draft, contained })}
      />
      <SelectField
        label="Hand-picked collection"
        value={draft.collection}
        hint={error && <span className="text-bad">{error}</span>}
        onChange={(event) => onChange({ ...draft, collection: event.target.value })}
      >
        <option value="">Choose one</option>
        {byHand.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function TagFields({ draft, onChange, error }: Props) {
  return (
    <>
      <TextField
        label="Tags to add"
        hint="Separate with commas"
        autoComplete="off"
        maxLength={500}
        value={draft.addedTags}
        error={error}
        onChange={(event) => onChange({ ...draft, addedTags: event.target.value })}
      />
      <TextField
        label="Tags to remove"
        hint="Upper or lower case doesn’t matter"
        autoComplete="off"
        maxLength={500}
        value={draft.removedTags}
        onChange={(event) => onChange({ ...draft, removedTags: event.target.value })}
      />
    </>
  );
}

function DeleteFields() {
  return (
    <p className="text-quiet">
      They leave the gallery now and are permanently deleted after {UNDO_MINUTES} minutes. Until
      then, you can undo it. Orders keep their copies.
    </p>
  );
}
