import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Focuses a heading, say, where what had the focus is gone and nothing that came has taken it.
 * @param shown changes with what is drawn.
 * @returns the ref of what gets the focus; it needs `tabIndex={-1}` where it has none of its own.
 */
export function useFocusIfLost<E extends HTMLElement>(shown: string): RefObject<E | null> {
  const own = useRef<E>(null);
  const before = useRef(shown);
  // Before anything is drawn.
  useLayoutEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) own.current?.focus();
    before.current = shown;
  }, [shown]);
  return own;
}
