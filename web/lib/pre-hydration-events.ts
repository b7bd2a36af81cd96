/** A button that is pressed, or a choice that is made, before the page is awake: it is kept, and done once it can be. */
import { useEffect } from 'react';

declare global {
  interface Window {
    /** Does what was kept last, and keeps nothing any more; gone once it was called. */
    replayPreHydrationEvents?: () => void;
  }
}

/** Runs in the head, before there is anything to press. React must not see what it keeps, lest it is done twice. */
export const PRE_HYDRATION_SCRIPT = `{let kept,types=["click","change"],keep=e=>{let c=e.type=="click",b=e.target.closest(c?"button[type=button]":"select");if(b){kept=()=>c?b.click():b.dispatchEvent(new Event("change",{bubbles:true}));e.stopPropagation()}};for(let t of types)addEventListener(t,keep,true);replayPreHydrationEvents=()=>{for(let t of types)removeEventListener(t,keep,true);delete window.replayPreHydrationEvents;kept?.()}}`;

/** For the root of the page, which stays as long as the page. */
export function usePreHydrationEvents(): void {
  useEffect(() => {
    // Not within the effect: there React cannot wake the part of the page that the button is in.
    setTimeout(() => window.replayPreHydrationEvents?.());
  }, []);
}
