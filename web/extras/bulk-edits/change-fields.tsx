import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Category, categories } from '#contract/catalogue/categories.ts';
import { type BulkChangeKind, UNDO_MINUTES } from '#contract/extras/bulk-edits/bulk-edit-rules.ts';
import { managedCollectionsQuery } from '#web/features/catalogue/collections/managing/managing-queries.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { ChangeDraft } from './change-draft.ts';

type Props = { draft: ChangeDraft; onChange: (draft: ChangeDraft) => void; error?: string };

/** What can be changed, and the fields that say how. */
const kinds = {
  price: { label: 'Price', Fields: PriceFields },
  visibility: { label: 'Visibility', Fields: VisibilityFields },
  category: { label: 'Category', Fields: CategoryFields },
  collection: { label: 'Collection', Fields: CollectionFields },
  tags: { label: 'Tags', Fields: TagFields },
  delete: { label: 'Delete', Fields: DeleteFields },
} as const satisfies Record<BulkChangeKind, { label: string; Fields: (props: Props) => ReactNode }>;

const labels = Object.values(kinds).map(({ label }) => label);

/** The fields of a change of many specimens. */
export function ChangeFields(props: Props) {
  const { draft, onChange } = props;
  const { label, Fields } = kinds[draft.kind];
  const choose = (chosen: string) => {
    const kind = (Object.keys(kinds) as BulkChangeKind[]).find((name) => kinds[name].label === chosen);
    if (kind) onChange({ ...draft, kind });
  };
  return (
    <div className="space-y-5">
      <ChoiceField legend="What to change" name="kind" choices={labels} chosen={label} onChange={(event) => choose(event.target.value)} />
      <Fields {...props} />
    </div>
  );
}

/** A choice between two, by their words. */
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
  const set = (part: Partial<ChangeDraft['price']>) => onChange({ ...draft, price: { ...price, ...part } });
  const isPercent = price.by === 'percent';
  return (
    <>
      <Either
        legend="Direction"
        words={['Raise', 'Lower']}
        isFirst={price.direction === 'raise'}
        onChoose={(is) => set({ direction: is ? 'raise' : 'lower' })}
      />
      <Either legend="By" words={['Percent', 'Amount']} isFirst={isPercent} onChoose={(is) => set({ by: is ? 'percent' : 'amount' })} />
      <TextField
        label={isPercent ? 'Percent' : 'Amount'}
        prefix={isPercent ? '%' : '$'}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className="figures"
        value={price.value}
        error={error}
        onChange={(event) => set({ value: event.target.value })}
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
      They leave the gallery now and are permanently deleted after {UNDO_MINUTES} minutes. Until then, you can undo it. Orders keep their
      copies.
    </p>
  );
}
