import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseRule, ruleOf } from '#core/contract/catalogue/collection-rules.ts';
import { type FacetName, facetLabels, facetNames } from '#core/contract/catalogue/filters.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { sortLabels } from '#core/contract/catalogue/sort-labels.ts';
import { specimenSorts } from '#core/contract/catalogue/specimen-sorts.ts';
import type { FacetValue } from '#core/contract/catalogue/specimens.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { AMOUNT_MESSAGE } from '#core/contract/number-words.ts';
import { facetsQuery } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { fetchApi } from '#core/web/fetch-api.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { ruleQuery } from './managing-queries.ts';
import { piecesText } from './rule-words.ts';

const sorts: [value: string, label: string][] = [
  ['', 'Newest first, or best match'],
  ...specimenSorts.map((sort): [string, string] => [sort, sortLabels[sort]]),
];
const texts = [
  { name: 'search', label: 'Search', placeholder: 'Name or locality' },
  { name: 'minPrice', label: 'Lowest price', placeholder: 'from', prefix: '$' },
  { name: 'maxPrice', label: 'Highest price', placeholder: 'to', prefix: '$' },
] as const;
export function RuleFields({ rule, onChange }: { rule: string; onChange: (rule: string) => void }) {
  const search: Record<string, string | undefined> = parseRule(rule);
  // What is being typed may not be a price yet.
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [address, setAddress] = useState('');
  const set = (change: Record<string, string>) =>
    onChange(ruleOf({ ...search, ...change } as GallerySearch));
  const { data } = useQuery({
    ...facetsQuery(fetchApi, { ...parseRule(rule), values: 'all' }),
    placeholderData: keepPreviousData,
  });

  function take() {
    const query = /\?([^#]*)/.exec(address)?.[1];
    if (query === undefined) return;
    setTyped({});
    setAddress('');
    onChange(ruleOf(parseRule(query)));
  }

  return (
    <div className="space-y-5">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {texts.map(({ name, ...props }) => (
          <div key={name} className={name === 'search' ? 'sm:col-span-full' : undefined}>
            <TextField
              {...props}
              value={typed[name] ?? search[name] ?? ''}
              maxLength={200}
              inputMode={name === 'search' ? 'search' : 'decimal'}
              error={typed[name] && !search[name] ? AMOUNT_MESSAGE : undefined}
              onChange={({ target }) => {
                setTyped({ ...typed, [name]: target.value });
                set({ [name]: target.value });
              }}
            />
          </div>
        ))}
        {facetNames.map((name) => (
          <FacetField
            key={name}
            name={name}
            chosen={search[name]}
            values={data?.facets[name]?.values ?? []}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        <SelectField
          label="Sort"
          value={search.sort ?? ''}
          onChange={({ target }) => set({ sort: target.value })}
        >
          {sorts.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="Or copy a gallery view"
            hint="Filter the gallery to what you want, then paste its web address here."
            type="url"
            value={address}
            placeholder="https://…/?category=Minerals"
            onChange={({ target }) => setAddress(target.value)}
          />
        </div>
        <Button look="outline" className="mb-7" disabled={!address.includes('?')} onClick={take}>
          Use
        </Button>
      </div>
      <Found rule={rule} />
    </div>
  );
}

type FacetFieldProps = {
  name: FacetName;
  chosen: string | undefined;
  values: FacetValue[];
  onChange: (value: string) => void;
};

/** Keeps a chosen value that nothing has anymore. */
function FacetField({ name, chosen = '', values, onChange }: FacetFieldProps) {
  const isKnown = chosen === '' || values.some(({ value }) => value === chosen);
  return (
    <SelectField
      label={facetLabels[name]}
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All</option>
      {!isKnown && <option>{chosen}</option>}
      {values.map(({ value, label, count, depth = 0 }) => (
        <option key={value} value={value}>
          {'\u2003'.repeat(depth)}
          {label} ({count})
        </option>
      ))}
    </SelectField>
  );
}

function Found({ rule }: { rule: string }) {
  // Keeps the last result while the rule changes.
  const { data, error, isPlaceholderData } = useQuery(ruleQuery(rule));
  if (error && !data) return <p role="alert">Couldn’t load the matches.</p>;
  return (
    <div
      aria-busy={isPlaceholderData}
      className="border-l-4 border-accent py-1 pl-4 transition-opacity aria-busy:opacity-60"
    >
      <p role="status" className="figures min-h-6">
        {data &&
          (data.total === 0
            ? 'Nothing in the gallery matches right now.'
            : `${piecesText(data.total)} right now. New matches join automatically.`)}
      </p>
      {data && data.specimens.length > 0 && (
        <ul aria-label="First matches" className="mt-2 flex flex-wrap gap-2">
          {data.specimens.map(({ id, title, main }) => (
            <li key={id} title={title}>
              <ResponsiveImage
                picture={posterOf(main)}
                sizes="4rem"
                alt={title}
                className="size-16 object-cover"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
