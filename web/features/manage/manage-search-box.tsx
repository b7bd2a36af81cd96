import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '#web/ui/icons.tsx';
import type { ManageSearch } from './manage-search.ts';

/** The pause in typing after which the search begins. */
const DEBOUNCE_MS = 250;

/** Searches while somebody types, from the first page of the list. */
export function ManageSearchBox({ search }: { search: ManageSearch }) {
  const navigate = useNavigate();
  const term = search.search ?? '';
  const [text, setText] = useState(term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(term);

  // Follow the URL after Back, a filter or a link, but never overwrite what is being typed.
  useEffect(() => {
    if (term !== asked.current) {
      asked.current = term;
      setText(term);
    }
  }, [term]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(next: string) {
    clearTimeout(timer.current);
    asked.current = next.trim() === '' ? '' : next;
    const { page, search: _, ...rest } = search;
    void navigate({ to: '/manage', search: { ...rest, search: asked.current || undefined }, replace: true, resetScroll: false });
  }

  return (
    <search className="flex items-center gap-3 border-b border-field focus-within:border-accent">
      <SearchIcon className="size-5 shrink-0 text-quiet" />
      <form
        className="flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          apply(text);
        }}
      >
        <input
          type="search"
          aria-label="Search specimens by title, category, or description"
          placeholder="Search specimens by title, category, or description..."
          value={text}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          className="min-h-12 w-full bg-transparent text-base outline-none placeholder:text-quiet"
          onChange={(event) => {
            const next = event.target.value;
            setText(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => apply(next), DEBOUNCE_MS);
          }}
        />
      </form>
    </search>
  );
}
