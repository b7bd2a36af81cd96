import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Browsers take the focus from what is disabled while the shop works, and leave it nowhere. Once it is enabled again, what had the focus
 * gets it back, unless it has gone elsewhere meanwhile.
 * @returns the ref of the button, or of the fieldset with the fields.
 */
export function useRestoredFocus<E extends HTMLElement>(isDisabled: boolean | undefined): RefObject<E | null> {
  const own = useRef<E>(null);
  const focused = useRef<Element>(null);
  // Before the browser looks for itself.
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (isDisabled) focused.current = own.current?.contains(activeElement) ? activeElement : null;
    else if (focused.current instanceof HTMLElement && activeElement === body) focused.current.focus({ preventScroll: true });
  }, [isDisabled]);
  return own;
}
