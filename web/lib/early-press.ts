/** A button that is pressed before the page is awake: the press is kept, and done once it can be. */
import { useEffect } from 'react';

declare global {
  interface Window {
    keepPress?: ((event: Event) => void) & { pressed?: HTMLElement };
  }
}

/** Runs in the head, before there is anything to press. React must not see what it keeps, lest it is done twice. */
export const EARLY_PRESS_SCRIPT =
  'addEventListener("click",keepPress=e=>{let b=e.target.closest("button[type=button]");if(b){keepPress.pressed=b;e.stopPropagation()}},true)';

/** For the root of the page. */
export function useEarlyPress(): void {
  useEffect(() => {
    // Not within the effect: there React cannot wake the part of the page that the button is in.
    const timer = setTimeout(() => {
      const { keepPress } = window;
      if (keepPress) removeEventListener('click', keepPress, true);
      keepPress?.pressed?.click();
    });
    return () => clearTimeout(timer);
  }, []);
}
