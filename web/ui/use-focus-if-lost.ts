import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus to a heading, say, where what had it is gone and nothing that came has taken it.
 * @param shown changes with what is drawn. @returns the ref of what gets the focus; it needs `tabIndex={-1}` where it has none of its own.
 */
export function useFocusIfLost<E extends HTMLElement>(shown: string): RefObject<E | null> {
  const own = useRef<E>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current !== shown) focusIfLost(own.current);
  }, [shown]);
  // Again, because a dialog that was still open over it let nothing have the focus.
  useEffect(() => {
    if (before.current !== shown) focusIfLost(own.current);
    before.current = shown;
  }, [shown]);
  return own;
}

function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
