import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Browsers take the focus from what is disabled while the shop works. Once enabled, it gets the
 * focus back, unless that has gone elsewhere.
 * @returns the ref of the button, or of the fieldset with the fields.
 */
export function useRestoredFocus<E extends HTMLElement>(
  isDisabled: boolean | undefined,
): RefObject<E | null> {
  const own = useRef<E>(null);
  const focused = useRef<Element>(null);
  // Here, not in an effect: once it is disabled, the focus is gone.
  if (isDisabled && own.current?.contains(document.activeElement))
    focused.current = document.activeElement;
  // Before the browser looks for itself.
  useLayoutEffect(() => {
    if (isDisabled) return;
    if (focused.current instanceof HTMLElement && document.activeElement === document.body)
      focused.current.focus({ preventScroll: true });
    focused.current = null;
  }, [isDisabled]);
  return own;
}
