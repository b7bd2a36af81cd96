import PhotoSwipe from 'photoswipe';
import 'photoswipe/style.css';
import type { Picture } from '#contract/media.ts';
import { lightLabels } from './views.ts';
import './zoom.css';
import { zoomSource } from './zoom-source.ts';

export type Zoom = {
  title: string;
  pictures: readonly Picture[];
  /** Which of them comes first. */
  index: number;
  /** Where a picture stands on the page: from there it grows, and back there it shrinks. */
  find: (picture: Picture) => HTMLImageElement | null;
  onShow: (picture: Picture) => void;
  /** The page can be used again. */
  onClosed: () => void;
};

/** The pictures over the whole screen, as large as they are: pinch, wheel, double tap, arrow keys, Escape. Imported when first asked for. */
export function openZoom({ title, pictures, index, find, onShow, onClosed }: Zoom): void {
  // A modal of the browser's own: over a quick view too, with all else out of reach, and closed by a phone's back gesture.
  const dialog = document.createElement('dialog');
  dialog.className = 'zoom room';
  dialog.setAttribute('aria-label', `${title}, enlarged`);
  document.body.append(dialog);
  dialog.showModal();

  const shown = pictures.map((picture) => find(picture));
  const format = shown.some((image) => image?.currentSrc.endsWith('.avif')) ? 'avif' : 'jpg';
  const zoom = new PhotoSwipe({
    dataSource: pictures.map((picture, place) => ({ ...zoomSource(picture, format), alt: picture.alt, msrc: shown[place]?.currentSrc })),
    index,
    appendToEl: dialog,
    bgOpacity: 1,
    wheelToZoom: true,
    trapFocus: false,
    returnFocus: false,
    loop: false,
    // The dialog's own way: it comes too when a phone goes back.
    escKey: false,
    paddingFn: ({ x, y }) => (x < 600 ? { top: 0, bottom: 0, left: 0, right: 0 } : { top: y * 0.05, bottom: y * 0.08, left: 0, right: 0 }),
    closeTitle: 'Close',
    zoomTitle: 'Zoom',
    arrowPrevTitle: 'Previous picture',
    arrowNextTitle: 'Next picture',
    errorMsg: 'This picture could not be loaded.',
  });
  // It takes null for a picture that has no place; its types do not say so.
  zoom.addFilter('thumbEl', (_thumb, _data, place) => (pictures[place] ? find(pictures[place]) : null) as HTMLElement);
  zoom.on('uiRegister', () =>
    zoom.ui?.registerElement({
      name: 'caption',
      appendTo: 'root',
      tagName: 'p',
      onInit: (caption) => {
        caption.setAttribute('aria-live', 'polite');
        zoom.on('change', () => {
          const light = pictures[zoom.currIndex]?.light;
          caption.textContent = light ? `${title} – ${lightLabels[light]}` : title;
        });
      },
    }),
  );
  zoom.on('change', () => {
    const picture = pictures[zoom.currIndex];
    if (picture) onShow(picture);
  });
  zoom.on('destroy', () => {
    dialog.close();
    dialog.remove();
    onClosed();
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (zoom.opener.isOpen) zoom.close();
    // Still growing: what is asked meanwhile is done at the end.
    else zoom.on('openingAnimationEnd', () => zoom.close());
  });
  // The browser lets nobody keep a dialog open against a second Escape.
  dialog.addEventListener('close', () => zoom.destroy());
  zoom.init();
  // The dialog around it is the one that is announced.
  zoom.element?.removeAttribute('role');
}
