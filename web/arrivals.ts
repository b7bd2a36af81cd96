/**
 * Where the focus goes when the page changes. A browser that loads a page begins at its top and reads its title out; where one page is drawn in the place of another, neither
 * happens by itself, and the focus is lost with what was pressed. Loaded with the first change.
 */
import type { AnyRouter, RouterEvents } from '@tanstack/react-router';

type Change = RouterEvents['onBeforeNavigate'];
type Place = Change['toLocation'];

/** The server's tags for crawlers, which describe the page that was requested, and no other. */
const MADE_FOR_MACHINES = '[property],[name^=twitter],[content^=max-image],[type$="ld+json"]';

/** Of each history entry that was left by a link, that link: Back leads to it again. */
const pressedOn = new Map<string | undefined, string | null>();
/** Ends what waits for a page that one has left before it came. */
let stopWaiting = () => {};

/** Called while a page is being left. @param pressed what had the focus then. */
export function arrive(router: AnyRouter, { fromLocation, toLocation, pathChanged }: Change, pressed: Element | null): void {
  stopWaiting();
  pressedOn.set(fromLocation?.state.__TSR_key, pressed?.matches('main a') ? pressed.getAttribute('href') : null);
  if (pathChanged) for (const tag of document.querySelectorAll(MADE_FOR_MACHINES)) tag.remove();
  const settle = () => {
    stopWaiting();
    if (isLost(pathChanged, pressed)) focusOn(toLocation);
  };
  // Loaded too late for the first change, it finds the page there.
  if (router.stores.resolvedLocation.get()?.href === toLocation.href) settle();
  else stopWaiting = router.subscribe('onRendered', settle);
}

/** Whether nobody has put the focus where it is: neither the page that came nor whoever has gone on meanwhile. */
function isLost(pathChanged: boolean, pressed: Element | null): boolean {
  const { activeElement: now, body } = document;
  // A menu that was opened again would close where the focus leaves it.
  if (now?.closest('dialog') || document.querySelector('header:not(main *) [open]')) return false;
  if (!now || now === body) return true;
  // On the same page the fields of a filter keep it, and what was chosen in the header leads on.
  if (!pathChanged) return now === pressed && pressed.closest('header, footer') !== null;
  return now === pressed || !now.matches('main *, input, select, textarea');
}

/** The link that was pressed here before, the part that the URL names, or the page's headline. */
function targetIn({ state, hash }: Place): HTMLElement | null | undefined {
  const pressed = pressedOn.get(state.__TSR_key);
  const links = [...document.querySelectorAll<HTMLElement>('main a')];
  return (
    (pressed && links.find((link) => link.getAttribute('href') === pressed)) ||
    (hash && document.getElementById(hash)?.querySelector<HTMLElement>('h1, h2')) ||
    document.querySelector<HTMLElement>('main h1')
  );
}

/** Where the headline is still being loaded, the focus waits for it at the beginning of the page. */
function focusOn(place: Place): void {
  const main = document.querySelector('main');
  const focus = (target: HTMLElement | null | undefined) => {
    if (!target) return;
    if (!target.matches('a, main')) {
      target.tabIndex = -1;
      target.style.outline = 'none';
    }
    target.focus({ preventScroll: true });
  };
  const target = targetIn(place);
  focus(target ?? main);
  if (target || !main) return;
  const drawn = new MutationObserver(() => {
    const late = targetIn(place);
    if (!late) return;
    stopWaiting();
    if (document.activeElement === main || document.activeElement === document.body) focus(late);
  });
  drawn.observe(main, { childList: true, subtree: true });
  stopWaiting = () => drawn.disconnect();
}
