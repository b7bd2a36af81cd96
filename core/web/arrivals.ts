/**
 * Where one page replaces another, no browser begins at its top and reads its title out, and the
 * focus is lost with what was pressed. Loaded with the first change.
 */
import type { AnyRouter, RouterEvents } from '@tanstack/react-router';

type Change = RouterEvents['onBeforeNavigate'];
type Place = Change['toLocation'];

/** The server's tags for crawlers describe only the page that was requested. */
const MADE_FOR_MACHINES = '[property],[name^=twitter],[content^=max-image],[type$="ld+json"]';

/** The link by which each history entry, and each list, was left: Back leads to it again. */
const pressedOn = new Map<string | undefined, string | null>();
const listOf = ({ pathname, searchStr }: Place) => pathname + searchStr;
let stopWaiting = () => {};

/** Call it while a page is being left. @param pressed what had the focus then. */
export function arrive(
  router: AnyRouter,
  { fromLocation, toLocation, pathChanged }: Change,
  pressed: Element | null,
): void {
  stopWaiting();
  const link = pressed?.matches('main a') ? pressed.getAttribute('href') : null;
  pressedOn.set(fromLocation?.state.__TSR_key, link);
  if (fromLocation && pressed?.matches('#list a')) pressedOn.set(listOf(fromLocation), link);
  if (pathChanged) for (const tag of document.querySelectorAll(MADE_FOR_MACHINES)) tag.remove();
  const settle = () => {
    stopWaiting();
    if (isLost(pathChanged, pressed)) focusOn(toLocation);
  };
  // Loaded too late for the first change, it finds the page there.
  if (router.stores.resolvedLocation.get()?.href === toLocation.href) settle();
  else stopWaiting = router.subscribe('onRendered', settle);
}

/** Returns false where the new page or the visitor has moved the focus. */
function isLost(pathChanged: boolean, pressed: Element | null): boolean {
  const { activeElement: now, body } = document;
  // A menu that was opened again would close where the focus leaves it.
  if (now?.closest('dialog') || document.querySelector('header:not(main *) [open]')) return false;
  if (!now || now === body) return true;
  // On the same page the fields of a filter keep it, and what was chosen in the header leads on.
  if (!pathChanged) return now === pressed && pressed.closest('header, footer') !== null;
  return now === pressed || !now.matches('main *, input, select, textarea');
}

function targetIn(place: Place): HTMLElement | null | undefined {
  const { isReturn, __TSR_key } = place.state;
  const pressed = pressedOn.get(isReturn ? listOf(place) : __TSR_key);
  const links = [...document.querySelectorAll<HTMLElement>('main a')];
  const hash = isReturn ? 'gallery' : place.hash;
  return (
    (pressed && links.find((link) => link.getAttribute('href') === pressed)) ||
    (hash && document.getElementById(hash)?.querySelector<HTMLElement>('h1, h2')) ||
    document.querySelector<HTMLElement>('main h1')
  );
}

/** While the headline loads, the focus waits at the beginning of the page. */
function focusOn(place: Place): void {
  const main = document.querySelector('main');
  const focus = (target: HTMLElement | null | undefined) => {
    if (!target) return;
    if (!target.matches('a, main')) {
      target.tabIndex = -1;
      target.style.outline = 'none';
    }
    target.focus({ preventScroll: true });
    if (place.state.isReturn) target.closest('article')?.scrollIntoView({ block: 'center' });
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
