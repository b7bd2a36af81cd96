/** Pre-hydration events: the last click on a button or choice in a select before hydration is remembered, and replayed after it. */
import { useEffect } from 'react';

declare global {
  interface Window {
    /** Replays the last event and stops recording; removes itself when called. */
    replayPreHydrationEvents?: () => void;
  }
}

/** Runs in the head, before there is anything to click. It hides recorded events from React, which would otherwise replay some of them too. */
export const PRE_HYDRATION_SCRIPT = `{let last,types=["click","change"],record=e=>{let c=e.type=="click",b=e.target.closest(c?"button[type=button]":"select");if(b){last=()=>c?b.click():b.dispatchEvent(new Event("change",{bubbles:true}));e.stopPropagation()}};for(let t of types)addEventListener(t,record,true);replayPreHydrationEvents=()=>{for(let t of types)removeEventListener(t,record,true);delete window.replayPreHydrationEvents;last?.()}}`;

/** Use it in the root component, which stays mounted as long as the page. */
export function usePreHydrationEvents(): void {
  useEffect(() => {
    // Not within the effect: there React cannot hydrate the part of the page that contains the button.
    setTimeout(() => window.replayPreHydrationEvents?.());
  }, []);
}
