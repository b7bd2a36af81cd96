import { useEffect } from 'react';

/** What is read as a part of the page of its own. */
const PARTS = 'section, article, fieldset, form';
/** Whoever takes a control away may give the focus on at once. */
const PAUSE_MS = 50;

/**
 * Where the control that has the focus goes away, browsers leave the focus nowhere, and the keyboard begins again at the top. Then it goes to the
 * part of the page that the control was in, or to the page’s headline where that has gone too. Where one page takes the place of another, `arrivals.ts` leads on.
 */
export function useRescuedFocus(): void {
  useEffect(() => {
    let path: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && path[0]?.isConnected === false;
    const remember = ({ target }: FocusEvent) => {
      path = [];
      for (let one = target instanceof Element ? target : null; one; one = one.parentElement) path.push(one);
    };
    const rescue = () => {
      timer = undefined;
      if (!isLost()) return;
      const place = path.find((one) => one.isConnected && one.matches(PARTS)) ?? document.querySelector('main h1');
      if (!(place instanceof HTMLElement)) return;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    // Counted from the loss: a page that keeps changing, as a progress bar does, would put it off forever.
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
