import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { IconButton } from '#ui/button.tsx';
import { CloseIcon, SearchIcon } from '#ui/icons.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { toast } from '#ui/toast.ts';

const Suggestions = lazy(() => import('./suggestions.tsx'));

/** Stands behind an icon up to 768 px; a plain form without JavaScript. */
export function SearchBox() {
  const navigate = useNavigate();
  // Other pages have searches of their own. What the list is filtered by, its next search keeps.
  const {
    search: term = '',
    cursor,
    ...filters
  } = useLocation({
    select: ({ pathname, search }) => (pathname === '/' ? parseGallerySearch(search) : {}),
  });
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const isHydrated = useHydrated();
  const id = useId();

  useEffect(() => {
    if (field.current) field.current.value = term;
  }, [term]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = field.current?.value.trim() ?? '';
    if (search === '') {
      toast({ title: 'Please enter a search term' });
      field.current?.focus();
      return;
    }
    // Where the field goes behind its icon, the focus does not go with it.
    if (isShown) toggle.current?.focus();
    setShown(false);
    void navigate({ to: '/', search: { search, ...filters }, hash: 'gallery' });
  }

  return (
    <>
      <IconButton
        ref={toggle}
        label={isShown ? 'Close search' : 'Open search'}
        aria-expanded={isShown}
        aria-controls={id}
        className="needs-script min-[769px]:hidden"
        onClick={() => {
          setShown(!isShown);
          if (!isShown) requestAnimationFrame(() => field.current?.focus());
        }}
      >
        {isShown ? <CloseIcon className="size-6" /> : <SearchIcon className="size-6" />}
      </IconButton>
      <search
        id={id}
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || !isShown) return;
          toggle.current?.focus();
          setShown(false);
        }}
        className={isShown ? 'search-row is-open' : 'search-row'}
      >
        <form
          action="/"
          method="get"
          onSubmit={submit}
          className="relative flex items-center border-b border-field focus-within:border-accent"
          noValidate
        >
          {Object.entries(filters).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input
            ref={field}
            onFocus={() => setUsed(true)}
            type="search"
            name="search"
            // `aria-controls` is set with the suggestions; without JavaScript this is a plain
            // field.
            {...(isHydrated && { role: 'combobox', 'aria-expanded': false })}
            aria-label="Search specimens"
            placeholder="Search specimens"
            defaultValue={term}
            maxLength={200}
            autoComplete="off"
            className="search-text"
          />
          <button
            type="submit"
            className="min-h-11 px-2 text-fine text-ink transition-[color] hover:text-accent"
          >
            Search
          </button>
          {isUsed && field.current && (
            <Suspense>
              <Suggestions input={field.current} onLeave={() => setShown(false)} />
            </Suspense>
          )}
        </form>
      </search>
    </>
  );
}
