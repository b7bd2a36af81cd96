import { useEffect } from 'react';

const PARTS = 'section, article, fieldset, form';
/** Whoever takes a control away may give the focus on at once. */
const PAUSE_MS = 50;

/**
 * Where a focused control goes, browsers lose the focus, and the keyboard begins again at the top.
 * This moves it to the control's part of the page, else to the headline. Where one page replaces
 * another, `arrivals.ts` leads on.
 */
export function useRescuedFocus(): void {
  useEffect(() => {
    let path: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && path[0]?.isConnected === false;
    const remember = ({ target }: FocusEvent) => {
      path = [];
      for (let one = target instanceof Element ? target : null; one; one = one.parentElement)
        path.push(one);
    };
    const rescue = () => {
      timer = undefined;
      if (!isLost()) return;
      const place =
        path.find((one) => one.isConnected && one.matches(PARTS)) ??
        document.querySelector('main h1');
      if (!(place instanceof HTMLElement)) return;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    // Counted from the loss: a page that keeps changing, as a progress bar does, would put it off
    // forever.
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(rescue, PAUSE_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
