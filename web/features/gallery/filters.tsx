import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { categories } from '#contract/categories.ts';
import { type GallerySearch, parseGallerySearch } from '#contract/gallery-search.ts';
import type { SpecimenSort } from '#contract/specimen-sorts.ts';
import { sentenceCase, specimenStatuses, specimenStatusTable } from '#contract/statuses.ts';

const statuses = specimenStatuses.map((status) => [status, sentenceCase(specimenStatusTable[status].label)] as const);
const priceSorts: [SpecimenSort, string][] = [
  ['price-up', 'Price, low to high'],
  ['price-down', 'Price, high to low'],
];
const control = 'min-h-11 w-full border-b border-field bg-ground text-ink focus-visible:border-accent';

/** Filters and sorts the gallery. A plain form whose fields are the URL's parameters, so that it works without JavaScript. */
export function Filters({ search, showFilters, showSearch }: { search: GallerySearch; showFilters: boolean; showSearch: boolean }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const sort = search.sort === 'newest' && !search.search ? undefined : search.sort;

  function apply() {
    if (!form.current) return;
    const next = parseGallerySearch(Object.fromEntries(new FormData(form.current)));
    void navigate({ to: '/', search: next, hash: 'gallery', resetScroll: false });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <form
      // Remounts with every new URL, so that the fields follow it after Back too.
      key={JSON.stringify(search)}
      ref={form}
      action="/#gallery"
      method="get"
      onSubmit={submit}
      aria-label="Filter the gallery"
      className="figures mt-10 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5 text-[0.95rem] sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr_1.2fr_auto]"
    >
      {showSearch ? (
        <Labelled label="Search">
          <input
            type="search"
            name="search"
            defaultValue={search.search}
            maxLength={200}
            placeholder="Name or locality"
            className={`${control} placeholder:text-quiet`}
          />
        </Labelled>
      ) : (
        search.search && <input type="hidden" name="search" value={search.search} />
      )}
      {showFilters && (
        <>
          <Labelled label="Category">
            <select name="category" defaultValue={search.category ?? ''} onChange={apply} className={control}>
              <option value="">All</option>
              {categories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </select>
          </Labelled>
          <Labelled label="Availability">
            <select name="status" defaultValue={search.status ?? ''} onChange={apply} className={control}>
              <option value="">All</option>
              {statuses.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Labelled>
          <fieldset>
            <legend className="text-xs text-quiet">Price in dollars</legend>
            <div className="flex items-center gap-2">
              <input
                name="minPrice"
                inputMode="decimal"
                defaultValue={search.minPrice}
                aria-label="Lowest price"
                placeholder="from"
                className={`${control} placeholder:text-quiet`}
              />
              <span aria-hidden="true">–</span>
              <input
                name="maxPrice"
                inputMode="decimal"
                defaultValue={search.maxPrice}
                aria-label="Highest price"
                placeholder="to"
                className={`${control} placeholder:text-quiet`}
              />
            </div>
          </fieldset>
          <Labelled label="Sort">
            <select name="sort" defaultValue={sort ?? ''} onChange={apply} className={control}>
              {/* The default order has no parameter in the URL. */}
              <option value="">{search.search ? 'Best match' : 'Newest first'}</option>
              {search.search && <option value="newest">Newest first</option>}
              {priceSorts.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Labelled>
        </>
      )}
      <button type="submit" className="min-h-11 self-end border border-field px-4 hover:border-accent hover:text-accent">
        Apply
      </button>
    </form>
  );
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="block">
      <span className="block text-xs text-quiet">{label}</span>
      {children}
    </label>
  );
}
