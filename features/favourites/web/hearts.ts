/** Works outside React, which would have each heart wait for its list. */
import { pages } from '#core/contract/storefront/pages.ts';
import { toast } from '#ui/toast.ts';
import { addFavourites, favourites, removeFavourite } from './favourite-store.ts';

const ADD = 'Add to';
const REMOVE = 'Remove from';

/** Skips what is no change, which would be observed forever. */
function setOnce(heart: HTMLElement, name: string, value: string): void {
  if (heart.getAttribute(name) !== value) heart.setAttribute(name, value);
}

function mark(): void {
  const ids = favourites.read();
  for (const heart of document.querySelectorAll<HTMLElement>('[data-heart]')) {
    const isFavourite = ids.includes(Number(heart.dataset.heart));
    const label = String(heart.getAttribute('aria-label')).replace(
      isFavourite ? ADD : REMOVE,
      isFavourite ? REMOVE : ADD,
    );
    setOnce(heart, 'aria-pressed', String(isFavourite));
    // React writes it again where the title changes.
    setOnce(heart, 'aria-label', label);
  }
}

// The page of favorites, which the server draws empty, has this module too.
if (!import.meta.env.SSR) {
  favourites.subscribe(mark);
  // Further pages bring hearts of their own; a heart may pass to another piece.
  new MutationObserver(mark).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-heart', 'aria-label'],
  });
  mark();
}

/** On the page of favorites, a removal can be undone. */
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
