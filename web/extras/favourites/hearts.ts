/** The hearts of a page, wherever they are: each is pressed where its piece is among the favorites. Outside React, which would have each of them wait for its list. */
import { pages } from '#contract/storefront/pages.ts';
import { toast } from '#web/ui/toast.ts';
import { addFavourites, favourites, removeFavourite } from './favourite-store.ts';

const ADD = 'Add to';
const REMOVE = 'Remove from';

/** Without a change where there is none, which would be observed for ever. */
function setOnce(heart: HTMLElement, name: string, value: string): void {
  if (heart.getAttribute(name) !== value) heart.setAttribute(name, value);
}

function mark(): void {
  const ids = favourites.read();
  for (const heart of document.querySelectorAll<HTMLElement>('[data-heart]')) {
    const isFavourite = ids.includes(Number(heart.dataset.heart));
    const label = String(heart.getAttribute('aria-label')).replace(isFavourite ? ADD : REMOVE, isFavourite ? REMOVE : ADD);
    setOnce(heart, 'aria-pressed', String(isFavourite));
    // React writes it again where the title changes.
    setOnce(heart, 'aria-label', label);
  }
}

// The page of favorites, which the server draws empty, has this module too.
if (!import.meta.env.SSR) {
  favourites.subscribe(mark);
  // Further pages of a list, and other pages, bring hearts of their own; a heart may pass to another piece.
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-heart', 'aria-label'] });
  mark();
}

/** Adds the heart's piece, or removes it where it is one. On the page of favorites, where it then disappears, that can be undone. */
export function press(heart: HTMLElement): void {
  const id = Number(heart.dataset.heart);
  if (!favourites.read().includes(id)) return void addFavourites([id]);
  const undo = removeFavourite(id);
  if (undo && location.pathname === pages.favourites.path) {
    const onPress = () => {
      undo();
      // The button goes with its message, and the heart is back once React has drawn it.
      setTimeout(() => document.querySelector<HTMLElement>(`main [data-heart="${id}"]`)?.focus());
    };
    toast({ title: 'Removed from favorites', action: { label: 'Undo', onPress } });
  }
}
