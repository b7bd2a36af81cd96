import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';

const DEBOUNCE_MS = 250;

type Props = {
  term: string;
  onSearch: (term: string) => void;
  placeholder: string;
};

export function LiveSearch({ term, onSearch, placeholder }: Props) {
  const [text, setText] = useState(term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(term);

  // Follow the URL after Back, a filter or a link, but never overwrite what is being typed.
  useEffect(() => {
    if (term !== searched.current) {
      searched.current = term;
      setText(term);
    }
  }, [term]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string) {
    clearTimeout(timer.current);
    searched.current = next.trim() === '' ? '' : next;
    onSearch(searched.current);
  }

  return (
    <search className="flex items-center gap-3 border-b border-field focus-within:border-accent">
      <SearchIcon className="size-5 shrink-0 text-quiet" />
      <form
        className="flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <input
          type="search"
          aria-label={placeholder.replace('...', '')}
          placeholder={placeholder}
          value={text}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          className="min-h-12 w-full bg-transparent text-base outline-none placeholder:text-quiet"
          onChange={(event) => {
            const next = event.target.value;
            setText(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(next), DEBOUNCE_MS);
          }}
        />
      </form>
    </search>
  );
}
