import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { PublicApi } from '#core/contract/api.ts';
import {
  type FacetName,
  facetLabels,
  facetNames,
  isRefusedPrice,
} from '#core/contract/catalogue/filters.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { sortLabels } from '#core/contract/catalogue/sort-labels.ts';
import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import type { Facet, FacetValue } from '#core/contract/catalogue/specimens.ts';
import { buttonClass } from '#ui/button.tsx';
import { ArrowDownIcon } from '#ui/icons.tsx';
import { facetsQuery } from './gallery-queries.ts';
import { SetFilters, setFilters } from './set-filters.tsx';
import { useApplying } from './use-applying.ts';

const priceSorts = ['price-up', 'price-down'] as const satisfies SpecimenSort[];
const controls = {
  category: 'menu',
  species: 'menu',
  locality: 'menu',
  size: 'menu',
  colour: 'palette',
  status: 'menu',
  fluorescent: 'switch',
  disclosure: 'menu',
  days: 'menu',
  sold: 'switch',
} as const satisfies { [Name in FacetName]: Name extends 'colour' ? 'palette' : 'menu' | 'switch' };
const menus = facetNames.filter((name) => controls[name] === 'menu');
const switches = facetNames.filter((name) => controls[name] === 'switch');

type Props = {
  api: PublicApi;
  search: GallerySearch;
  /** In what “Filters” opens, such as how to hear of pieces that match. */
  beneath?: ReactNode;
  children?: ReactNode;
};

/** A plain form whose fields are the URL's parameters, so that it works without JavaScript. */
export function Filters({ api, search, beneath, children }: Props) {
  const { form, ...applying } = useApplying(search);
  const sort = search.sort === 'newest' && !search.search ? undefined : search.sort;
  const { data } = useQuery({
    ...facetsQuery(api, search),
    placeholderData: (previous) => previous,
  });
  const set = setFilters(search, data);

  return (
    <div className="filter-line figures">
      {/* A browser that fills in what was chosen before would say what is not filtered. */}
      <form
        ref={form}
        {...applying}
        action="/#gallery"
        method="get"
        autoComplete="off"
        aria-label="Filter the gallery"
      >
        {search.search && <input type="hidden" name="search" value={search.search} />}
        {search.values && <input type="hidden" name="values" value={search.values} />}
        <details
          open={isRefusedPrice(search.minPrice) || isRefusedPrice(search.maxPrice)}
          className="filter-fold"
        >
          <summary>
            {set.length > 0 ? `Filters (${set.length})` : 'Filters'}
            <ArrowDownIcon className="size-4" />
          </summary>
          <div className="filter-fields">
            {menus.map((name) => (
              <Menu key={name} name={name} search={search} facet={data?.facets[name]} />
            ))}
            <Price search={search} />
            {switches.map((name) => (
              <Switch
                key={name}
                name={name}
                isOn={search[name] !== undefined}
                value={data?.facets[name]?.values[0]}
              />
            ))}
            <Palette chosen={search.colour} colours={data?.facets.colour?.values} />
            {beneath && <p className="col-span-full">{beneath}</p>}
          </div>
        </details>
        <select name="sort" aria-label="Sort" defaultValue={sort ?? ''} className="control">
          {/* The default order has no parameter in the URL. */}
          <option value="">{search.search ? 'Best match' : sortLabels.newest}</option>
          {search.search && <option value="newest">{sortLabels.newest}</option>}
          {priceSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
        <button type="submit" className={buttonClass('outline')}>
          Apply
        </button>
      </form>
      {set.length > 0 && <SetFilters search={search} set={set} />}
      {children}
    </div>
  );
}

type MenuProps = { name: FacetName; search: GallerySearch; facet: Facet | undefined };

/** Leaves out a facet without values; always shows what is chosen. */
function Menu({
  name,
  search: { cursor, ...search },
  facet: { values, more } = { values: [] },
}: MenuProps) {
  const chosen = search[name];
  const isAll = search.values !== undefined && name === 'species';
  const isKnown = chosen === undefined || values.some(({ value }) => value === chosen);
  if (values.length === 0 && isKnown) return null;
  const menu = (
    <label>
      <span className="control-label">{facetLabels[name]}</span>
      <select name={name} defaultValue={chosen ?? ''} className="control">
        <option value="">All</option>
        {!isKnown && <option>{chosen}</option>}
        {values.map(({ value, label, count, depth = 0 }) => (
          <option key={value} value={value}>
            {`${'\u2003'.repeat(depth)}${label} (${count})`}
          </option>
        ))}
      </select>
    </label>
  );
  if (!more && !isAll) return menu;
  return (
    <div>
      {menu}
      <Link
        to="/"
        search={{ ...search, values: isAll ? undefined : 'all' }}
        hash="gallery"
        resetScroll={false}
        rel="nofollow"
        className="inline-flex min-h-8 items-center text-sm text-quiet underline underline-offset-4 hover:text-accent"
      >
        {isAll ? 'Fewer' : `${more} more`}
      </Link>
    </div>
  );
}

type Colour = Omit<FacetValue, 'count'> & { count: number | null };

/** Without scripts, too, what is chosen can be chosen away. */
function Palette({
  chosen,
  colours = [],
}: {
  chosen: string | undefined;
  colours: FacetValue[] | undefined;
}) {
  const isKnown = chosen === undefined || colours.some(({ value }) => value === chosen);
  const shown = isKnown ? colours : [...colours, { value: chosen, label: chosen, count: 0 }];
  if (shown.length === 0) return null;
  return (
    <fieldset className="col-span-full lg:col-span-4">
      <legend className="control-label">{facetLabels.colour}</legend>
      <div className="flex flex-wrap gap-x-1">
        {[{ value: '', label: 'Any', count: null }, ...shown].map(
          ({ value, label, count, swatch }: Colour) => (
            <label key={value} title={label} className="swatch">
              <input
                type="radio"
                name="colour"
                value={value}
                defaultChecked={(chosen ?? '') === value}
                className="sr-only"
              />
              <span aria-hidden="true" style={{ background: swatch }} />
              <span className={swatch && 'sr-only'}>
                {count === null ? label : `${label} (${count})`}
              </span>
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}

function Switch({
  name,
  isOn,
  value,
}: {
  name: FacetName;
  isOn: boolean;
  value: FacetValue | undefined;
}) {
  if (!value) return null;
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 self-start">
      <input
        type="checkbox"
        name={name}
        value={value.value}
        defaultChecked={isOn}
        className="size-5 shrink-0 accent-accent"
      />
      {/* What it hides is not what it counts: those that remain. */}
      <span>{name === 'sold' ? value.label : `${value.label} (${value.count})`}</span>
    </label>
  );
}

function Price({ search }: { search: GallerySearch }) {
  const id = useId();
  const refused = [search.minPrice, search.maxPrice].find(isRefusedPrice);
  const bounds = [
    ['minPrice', 'Lowest price', 'from'],
    ['maxPrice', 'Highest price', 'to'],
  ] as const;
  return (
    <fieldset>
      <legend className="control-label">Price in dollars</legend>
      <div className="flex items-center gap-2">
        {bounds.map(([name, label, hint]) => (
          <input
            key={name}
            name={name}
            inputMode="decimal"
            defaultValue={search[name]}
            aria-label={label}
            aria-invalid={isRefusedPrice(search[name]) || undefined}
            aria-describedby={refused && id}
            placeholder={hint}
            className="control"
          />
        ))}
      </div>
      {refused && (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          Please enter a price like 120 or 1,250.50.
        </p>
      )}
    </fieldset>
  );
}
