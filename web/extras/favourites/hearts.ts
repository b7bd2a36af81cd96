/** The hearts of a page, wherever they are: each is pressed where its piece is among the favorites. Outside React, which would have each of them wait for its list. */
import { pages } from '#contract/storefront/pages.ts';
import { toast } from '#web/ui/toast.ts';
import { addFavourites, favourites, removeFavourite } from './favourite-store.ts';

const ADD = 'Add to';
const REMOVE = 'Remove from';

function mark(): void {
  const ids = favourites.read();
  for (const heart of document.querySelectorAll<HTMLElement>('[data-heart]')) {
    const isFavourite = ids.includes(Number(heart.dataset.heart));
    if ((heart.ariaPressed === 'true') === isFavourite) continue;
    heart.ariaPressed = String(isFavourite);
    heart.ariaLabel = (heart.ariaLabel ?? '').replace(isFavourite ? ADD : REMOVE, isFavourite ? REMOVE : ADD);
  }
}

// The page of favorites, which the server draws empty, has this module too.
if (!import.meta.env.SSR) {
  favourites.subscribe(mark);
  // Further pages of a list, and other pages, bring hearts of their own.
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
  mark();
}

/** Adds the heart's piece, or removes it where it is one. On the page of favorites, where it then disappears, that can be undone. */
export function press(heart: HTMLElement): void {
  const id = Number(heart.dataset.heart);
  if (!favourites.read().includes(id)) return void addFavourites([id]);
  const undo = removeFavourite(id);
  if (undo && location.pathname === pages.favourites.path) {
    toast({ title: 'Removed from favorites', action: { label: 'Undo', onPress: undo } });
  }
}
