/** A button that is pressed, or a choice that is made, before the page is awake: it is kept, and done once it can be. */
import { useEffect } from 'react';

declare global {
  interface Window {
    keepPress?: ((event: Event) => void) & { pressed?: () => void };
  }
}

/** Runs in the head, before there is anything to press. React must not see what it keeps, lest it is done twice. */
export const EARLY_PRESS_SCRIPT = `keepPress=e=>{let c=e.type=="click",b=e.target.closest(c?"button[type=button]":"select");if(b){keepPress.pressed=()=>c?b.click():b.dispatchEvent(new Event("change",{bubbles:true}));e.stopPropagation()}};addEventListener("click",keepPress,true);addEventListener("change",keepPress,true)`;

/** For the root of the page. */
export function useEarlyPress(): void {
  useEffect(() => {
    // Not within the effect: there React cannot wake the part of the page that the button is in.
    const timer = setTimeout(() => {
      const { keepPress } = window;
      if (!keepPress) return;
      for (const type of ['click', 'change']) removeEventListener(type, keepPress, true);
      delete window.keepPress;
      keepPress.pressed?.();
    });
    return () => clearTimeout(timer);
  }, []);
}
