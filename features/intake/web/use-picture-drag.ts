import { type RefObject, useEffect, useEffectEvent } from 'react';

/** A finger that rests so long drags; one that moves before scrolls. */
const HOLD_MS = 350;
/** Pixels: less is no move. */
const SLACK = 8;
/** Pixels a frame that the page scrolls near the window's edges. */
const EDGE = 80;
const SCROLL = 14;

type Drag = {
  file: number;
  tile: HTMLElement;
  x: number;
  y: number;
  ghost: HTMLElement | null;
  timer?: ReturnType<typeof setTimeout>;
};

/**
 * Tiles have `data-file`, rows `data-row`; the row beneath gets `data-over`.
 * @param onDrop `before`: the picture on which it was dropped; null: none.
 */
export function usePictureDrag(
  place: RefObject<HTMLElement | null>,
  onDrop: (file: number, row: string, before: number | null) => void,
): void {
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    let drag: Drag | null = null;
    let scrolling = 0;
    let pointer = { x: 0, y: 0 };

    const beneath = () => {
      const found = document.elementFromPoint(pointer.x, pointer.y);
      return {
        row: found?.closest<HTMLElement>('[data-row]') ?? null,
        tile: found?.closest<HTMLElement>('[data-file]') ?? null,
      };
    };
    const mark = (row: HTMLElement | null) => {
      for (const marked of root.querySelectorAll('[data-over]'))
        if (marked !== row) marked.removeAttribute('data-over');
      row?.setAttribute('data-over', '');
    };
    const scroll = () => {
      const by = pointer.y < EDGE ? -SCROLL : pointer.y > innerHeight - EDGE ? SCROLL : 0;
      if (by !== 0) scrollBy(0, by);
      scrolling = requestAnimationFrame(scroll);
    };
    const begin = () => {
      if (!drag || drag.ghost) return;
      const { width, height } = drag.tile.getBoundingClientRect();
      const ghost = drag.tile.cloneNode(true) as HTMLElement;
      Object.assign(ghost.style, {
        position: 'fixed',
        left: '0',
        top: '0',
        width: `${width}px`,
        height: `${height}px`,
      });
      Object.assign(ghost.style, { pointerEvents: 'none', opacity: '0.85', zIndex: '60' });
      ghost.removeAttribute('data-file');
      ghost.setAttribute('aria-hidden', 'true');
      document.body.append(ghost);
      drag.ghost = ghost;
      drag.tile.style.opacity = '0.3';
      scrolling = requestAnimationFrame(scroll);
    };
    const follow = () => {
      if (!drag?.ghost) return;
      drag.ghost.style.transform = `translate(calc(${pointer.x}px - 50%), calc(${pointer.y}px - 50%))`;
      mark(beneath().row);
    };
    const end = () => {
      if (!drag) return;
      clearTimeout(drag.timer);
      cancelAnimationFrame(scrolling);
      drag.ghost?.remove();
      drag.tile.style.opacity = '';
      mark(null);
      drag = null;
    };

    const onDown = (event: PointerEvent) => {
      const tile = (event.target as Element).closest<HTMLElement>('[data-file]');
      if (!tile || event.button !== 0 || !event.isPrimary) return;
      pointer = { x: event.clientX, y: event.clientY };
      drag = { file: Number(tile.dataset.file), tile, ...pointer, ghost: null };
      if (event.pointerType !== 'mouse') {
        drag.timer = setTimeout(() => {
          begin();
          follow();
        }, HOLD_MS);
      }
    };
    const onMove = (event: PointerEvent) => {
      if (!drag || !event.isPrimary) return;
      pointer = { x: event.clientX, y: event.clientY };
      const isFar = Math.hypot(pointer.x - drag.x, pointer.y - drag.y) > SLACK;
      if (!drag.ghost && isFar) {
        if (event.pointerType === 'mouse') begin();
        else return end();
      }
      follow();
    };
    const onUp = () => {
      if (!drag?.ghost) return end();
      const { file } = drag;
      drag.ghost.hidden = true;
      const { row, tile } = beneath();
      end();
      // The press that ends here is no click on the tile.
      const swallow = (click: MouseEvent) => {
        click.stopPropagation();
        click.preventDefault();
      };
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
      const before = Number(tile?.dataset.file);
      if (row?.dataset.row !== undefined && before !== file)
        drop(file, row.dataset.row, tile ? before : null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end();
    };
    const stopWhileDragging = (event: Event) => {
      if (drag?.ghost) event.preventDefault();
    };
    const never = (event: Event) => event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    root.addEventListener('pointerdown', onDown, { signal });
    root.addEventListener('dragstart', never, { signal });
    root.addEventListener('contextmenu', stopWhileDragging, { signal });
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('touchmove', stopWhileDragging, { signal, passive: false });
    return () => {
      end();
      listening.abort();
    };
  }, [place]);
}
