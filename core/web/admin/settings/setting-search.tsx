import { useEffect, useId, useReducer, useState } from 'react';
import { SearchIcon } from '#ui/icons.tsx';

const MOST = 8;

type Found = { panel: string; text: string; element: HTMLElement };

type Props = {
  /** Draws all panels, so that they can be searched. */
  onBegin: () => void;
  onOpen: (panel: string) => void;
};

/** Searches drawn labels, hints and headings, so that no list of words needs keeping. */
export function SettingSearch({ onBegin, onOpen }: Props) {
  const [text, setText] = useState('');
  const id = useId();
  const words = wordsOf(text);
  const isSearching = words.length > 0;
  const found = isSearching ? search(words) : [];
  const [, searchAgain] = useReducer((times: number) => times + 1, 0);

  // What a panel loads before it can be drawn comes later.
  useEffect(() => {
    if (!isSearching) return;
    const observer = new MutationObserver(searchAgain);
    for (const panel of document.querySelectorAll('[data-panel]'))
      observer.observe(panel, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isSearching]);

  function open({ panel, element }: Found) {
    setText('');
    onOpen(panel);
    // Once it is drawn.
    requestAnimationFrame(() => setTimeout(() => focusOn(element)));
  }

  return (
    <search className="block">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first) open(first);
        }}
      >
        <label htmlFor={id} className="sr-only">
          Search settings
        </label>
        <div className="flex items-center gap-3 border-b border-field focus-within:border-accent">
          <SearchIcon className="size-5 shrink-0 text-quiet" />
          <input
            id={id}
            type="search"
            placeholder="Search settings..."
            value={text}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            className="min-h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-quiet"
            onFocus={onBegin}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && setText('')}
          />
        </div>
      </form>
      <p
        role="status"
        className={isSearching && found.length === 0 ? 'mt-3 text-sm text-quiet' : 'sr-only'}
      >
        {isSearching && (found.length === 0 ? 'No settings found.' : `${found.length} found`)}
      </p>
      {found.length > 0 && (
        <ul aria-label="Settings found" className="mt-2 border-b border-line">
          {found.map((one) => (
            <li key={`${one.panel} ${one.text}`} className="border-t border-line first:border-0">
              <button
                type="button"
                className="min-h-11 w-full py-2 text-left hover:text-accent"
                onClick={() => open(one)}
              >
                {one.text} <span className="block text-sm text-quiet">{one.panel}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Finds what has all the words: first in its own text, then in its hint or panel. */
function search(words: string[]): Found[] {
  const found: (Found & { rank: number })[] = [];
  for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]')) {
    const name = panel.dataset.panel ?? '';
    for (const element of panel.querySelectorAll<HTMLElement>('h2, h3, legend, label')) {
      const text = element.textContent?.replace('*', '').trim() ?? '';
      const says = (more: string) =>
        words.every((word) => `${text} ${more}`.toLowerCase().includes(word));
      if (text === '' || found.some((other) => other.panel === name && other.text === text))
        continue;
      const rank = [says(''), says(hintOf(element)), says(`${hintOf(element)} ${name}`)].indexOf(
        true,
      );
      if (rank !== -1) found.push({ panel: name, text, element, rank });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, MOST);
}

const controlOf = (element: HTMLElement) =>
  element instanceof HTMLLabelElement ? element.control : null;

const hintOf = (element: HTMLElement) =>
  (controlOf(element)?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

function focusOn(element: HTMLElement) {
  const fold = element.closest('details');
  if (fold) fold.open = true;
  const control = controlOf(element);
  if (!control) element.tabIndex = -1;
  (control ?? element).focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}
