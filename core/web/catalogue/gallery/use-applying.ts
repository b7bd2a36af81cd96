import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react';
import type { FilterName } from '#core/contract/catalogue/filters.ts';
import { type GallerySearch, parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { afterPaint } from './after-paint.ts';

/** Arrow keys pass many values on their way to one. */
const KEY_PAUSE_MS = 700;

/** Fields keep their focus while the URL changes them. */
export function useApplying(search: GallerySearch) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isKeyed = useRef(false);
  const url = JSON.stringify(search);
  const applied = useRef(url);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `url` is the search
  useEffect(() => {
    // What was chosen while the page changed is not undone.
    if (applied.current !== url) fill(form.current, search);
    applied.current = '';
  }, [url]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply() {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const next = parseGallerySearch(Object.fromEntries(new FormData(form.current)));
    applied.current = JSON.stringify(next);
    void navigate({ to: '/', search: next, hash: 'gallery', resetScroll: false });
  }

  return {
    form,
    onSubmit(event: FormEvent) {
      event.preventDefault();
      apply();
    },
    onKeyDown: () => {
      isKeyed.current = true;
    },
    onPointerDown: () => {
      isKeyed.current = false;
    },
    onChange({ target }: ChangeEvent<HTMLFormElement>) {
      // Text is applied when it is sent.
      if (
        !(
          target instanceof HTMLSelectElement ||
          target.type === 'checkbox' ||
          target.type === 'radio'
        )
      )
        return;
      clearTimeout(timer.current);
      if (isKeyed.current) timer.current = setTimeout(apply, KEY_PAUSE_MS);
      else afterPaint(apply);
    },
    onBlur: () => timer.current !== undefined && apply(),
  };
}

function fill(form: HTMLFormElement | null, search: GallerySearch): void {
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = search[field.name as FilterName] !== undefined;
    else if (field instanceof HTMLInputElement && field.type === 'radio')
      field.checked = field.value === (search.colour ?? '');
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = search[field.name as FilterName] ?? '';
  }
}
