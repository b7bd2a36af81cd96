import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { priceWords } from '#core/contract/catalogue/price-words.ts';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { Suggestion } from '#core/contract/catalogue/specimens.ts';
import { call } from '#ui/lib/api.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

const PAUSE_MS = 120;

type Props = {
  /** Becomes a combobox. */
  input: HTMLInputElement;
  /** Called when the visitor goes to a specimen. */
  onLeave: () => void;
};

/** Loaded when the field is first used. */
export default function Suggestions({ input, onLeave }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const { found, term } = useSuggestions(input);
  const [isClosed, setClosed] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = !isClosed && found.length > 0;
  const optionId = (place: number) => `${id}-${place}`;

  function close() {
    setClosed(true);
    setActive(-1);
  }

  function open(specimen: Suggestion) {
    close();
    onLeave();
    void navigate({ to: '/specimen/$specimen', params: { specimen: specimenParam(specimen) } });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || found.length === 0) return;
    const chosen = found[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setClosed(false);
      // Moving past either end returns to the field.
      const places = found.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && isOpen && chosen) open(chosen);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const onEvent = useEffectEvent(({ type }: Event) => {
    if (type !== 'input') return close();
    setClosed(false);
    setActive(-1);
  });

  useEffect(() => {
    const { form } = input;
    input.addEventListener('keydown', onKey);
    for (const type of ['input', 'blur']) input.addEventListener(type, onEvent);
    form?.addEventListener('submit', onEvent);
    return () => {
      input.removeEventListener('keydown', onKey);
      for (const type of ['input', 'blur']) input.removeEventListener(type, onEvent);
      form?.removeEventListener('submit', onEvent);
    };
  }, [input]);

  // The field is rendered before this module is loaded, as a plain one.
  useEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? id : null,
      'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : null,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
    if (isOpen && active >= 0)
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, id, isOpen, active]);

  return (
    <>
      <p role="status" className="sr-only">
        {term !== '' && !isClosed && counted(found.length)}
      </p>
      {isOpen && (
        <ul
          id={id}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a listbox is a list
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-40 max-h-[60dvh] overflow-y-auto overscroll-contain border border-line bg-ground shadow-2xl shadow-black/60 min-[769px]:right-0 min-[769px]:left-auto min-[769px]:w-96"
        >
          {found.map((specimen, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
            <li
              key={specimen.id}
              id={optionId(place)}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the listbox
              role="option"
              aria-selected={place === active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(specimen)}
              onPointerMove={() => setActive(place)}
              className="flex min-h-16 cursor-pointer items-center gap-4 border-b border-line px-3 py-2 last:border-0 aria-selected:bg-raised"
            >
              <span className="size-14 shrink-0 overflow-hidden bg-raised">
                <ResponsiveImage
                  picture={specimen.picture}
                  sizes="56px"
                  alt=""
                  eager
                  className="size-full object-cover"
                />
              </span>
              <span className="min-w-0">
                <span className="line-clamp-2 leading-snug wrap-anywhere">{specimen.title}</span>
                <span className="figures block text-sm text-quiet">{priceWords(specimen)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const counted = (count: number) =>
  count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;

/** Debounces, and ignores outdated responses. */
function useSuggestions(input: HTMLInputElement): { found: Suggestion[]; term: string } {
  const [answer, setAnswer] = useState<{ found: Suggestion[]; term: string }>({
    found: [],
    term: '',
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking: AbortController | undefined;
    const stop = () => {
      clearTimeout(timer);
      asking?.abort();
    };
    const ask = async (term: string) => {
      asking = new AbortController();
      const { signal } = asking;
      const found = await call('GET /api/suggestions', { query: { search: term }, signal }).catch(
        () => [],
      );
      if (!signal.aborted) setAnswer({ found, term });
    };
    const onInput = () => {
      stop();
      const term = input.value.toWellFormed().trim();
      if (term === '') setAnswer({ found: [], term });
      else timer = setTimeout(() => void ask(term), PAUSE_MS);
    };
    // What was typed while this module was loading.
    if (document.activeElement === input && input.value !== input.defaultValue) onInput();
    input.addEventListener('input', onInput);
    return () => {
      stop();
      input.removeEventListener('input', onInput);
    };
  }, [input]);
  return answer;
}
