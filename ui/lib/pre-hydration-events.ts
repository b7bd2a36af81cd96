/**
 * The last click on a button or a picture, or choice in a select, before hydration is remembered
 * (`core/web/boot/record-events.ts`), and replayed after it.
 */
import { useEffect } from 'react';

declare global {
  interface Window {
    replayPreHydrationEvents?: () => void;
  }
}

/** Use it in the root component, which stays mounted as long as the page. */
export function usePreHydrationEvents(): void {
  useEffect(() => {
    // Not within the effect: there React cannot hydrate the part of the page that contains the
    // button.
    setTimeout(() => window.replayPreHydrationEvents?.());
  }, []);
}
