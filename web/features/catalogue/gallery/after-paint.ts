import type { MouseEvent } from 'react';

/** Does what is long once what a press itself changes has been painted: a swatch shows at once that it was chosen, the list follows. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** For a link that this page follows itself, after the next frame. Clicks that open another tab or window are left to the browser. */
export const followAfterPaint = (follow: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  afterPaint(follow);
};
