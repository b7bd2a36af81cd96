import PhotoSwipe from 'photoswipe';
import 'photoswipe/style.css';
import type { Medium, Picture } from '#contract/media/media.ts';
import { lightLabels } from './views.ts';
import './drawings-only.ts';
import './zoom.css';
import { showPins } from './zoom-pins.ts';
import { zoomSource } from './zoom-source.ts';
import { addZoomTools } from './zoom-tools.ts';

export type Zoom = {
  title: string;
  pictures: readonly Picture[];
  /** All of the specimen's, in their order. */
  media: readonly Medium[];
  /** Whether the damage is shown on the pictures from the beginning. */
  isPinned: boolean;
  /** Index of the picture shown first. */
  index: number;
  /** The picture's element on the page, from which it grows and to which it shrinks. */
  find: (picture: Picture) => HTMLImageElement | null;
  onShow: (picture: Picture) => void;
  /** Called once the page can be used again. */
  onClosed: () => void;
};

/** The pictures over the whole screen in full size: pinch, wheel, double tap, buttons, arrow keys, + and -, Escape. Imported on first use. */
export function openZoom({ title, pictures, media, isPinned, index, find, onShow, onClosed }: Zoom): void {
  // A native modal dialog: it opens over a quick view too, makes the rest inert, and a phone's back gesture closes it.
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
    // The dialog's own event also fires on a phone's back gesture.
    escKey: false,
    paddingFn: ({ x, y }) => (x < 600 ? { top: 0, bottom: 0, left: 0, right: 0 } : { top: y * 0.05, bottom: y * 0.08, left: 0, right: 0 }),
    closeTitle: 'Close',
    // Ours say which way they go.
    zoom: false,
    arrowPrevTitle: 'Previous photo',
    arrowNextTitle: 'Next photo',
    errorMsg: 'We couldn’t load this photo.',
  });
  // The library accepts null for a picture without an element, though its types do not.
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
  showPins(zoom, pictures, media, isPinned);
  addZoomTools(zoom);
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
    // The opening animation is running: requests are deferred to its end.
    else zoom.on('openingAnimationEnd', () => zoom.close());
  });
  // The browser closes a dialog on a second Escape whatever we do.
  dialog.addEventListener('close', () => zoom.destroy());
  zoom.init();
  // Screen readers announce the dialog around it instead.
  zoom.element?.removeAttribute('role');
}
