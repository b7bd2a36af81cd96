import type { MouseEvent } from 'react';

/** A press is painted first: a swatch shows at once that it was chosen, the list follows. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Leaves clicks that open another tab or window to the browser. */
export const followAfterPaint = (follow: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  afterPaint(follow);
};
