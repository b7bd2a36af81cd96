import { Link } from '@tanstack/react-router';
import { type FilterName, filterNames } from '#core/contract/catalogue/filters.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import type { FacetCounts } from '#core/contract/catalogue/specimens.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';

type SetFilter = { name: FilterName; label: string };

export function setFilters(
  search: GallerySearch,
  counts: FacetCounts | null | undefined,
): SetFilter[] {
  return filterNames.flatMap((name): SetFilter[] => {
    const value = search[name];
    if (value === undefined) return [];
    if (name === 'minPrice' || name === 'maxPrice') {
      const cents = parseAmount(value);
      return cents === null
        ? []
        : [{ name, label: `${name === 'minPrice' ? 'From' : 'Up to'} ${formatDollars(cents)}` }];
    }
    return [
      {
        name,
        label: counts?.facets[name]?.values.find((one) => one.value === value)?.label ?? value,
      },
    ];
  });
}

/** A link that goes away must not take the focus with it. */
const focusFilters = () => document.querySelector<HTMLElement>('.filter-fold > summary')?.focus();

/** Each link leads to the list without its filter. */
export function SetFilters({
  search: { cursor, ...search },
  set,
}: {
  search: GallerySearch;
  set: SetFilter[];
}) {
  const without = (names: string[]): GallerySearch =>
    Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-x-3 text-sm">
      {set.map(({ name, label }) => (
        <li key={name}>
          <Link
            to="/"
            search={without([name])}
            hash="gallery"
            resetScroll={false}
            rel="nofollow"
            className="set-filter"
            onClick={focusFilters}
          >
            <span className="sr-only">Remove </span>
            {label} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="/"
          search={without(filterNames)}
          hash="gallery"
          resetScroll={false}
          className="flex min-h-11 items-center text-link"
          onClick={focusFilters}
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
