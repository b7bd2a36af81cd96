import PhotoSwipe from 'photoswipe';
import 'photoswipe/style.css';
import type { Medium, Picture } from '#core/contract/media/media.ts';
import { lightLabels } from './views.ts';
import './drawings-only.ts';
import './zoom.css';
import { showPins } from './zoom-pins.ts';
import { zoomSource } from './zoom-source.ts';
import { addZoomTools } from './zoom-tools.ts';

export type Zoom = {
  title: string;
  pictures: readonly Picture[];
  /** All of the specimen's, in order. */
  media: readonly Medium[];
  isPinned: boolean;
  index: number;
  /** The element from which it grows and to which it shrinks. */
  find: (picture: Picture) => HTMLImageElement | null;
  onShow: (picture: Picture) => void;
  onClosed: () => void;
};

/** Imported on first use. */
export function openZoom({
  title,
  pictures,
  media,
  isPinned,
  index,
  find,
  onShow,
  onClosed,
}: Zoom): void {
  // It opens over a quick view too, makes the rest inert, and a phone's back gesture closes it.
  const dialog = document.createElement('dialog');
  dialog.className = 'zoom room';
  dialog.setAttribute('aria-label', `${title}, enlarged`);
  document.body.append(dialog);
  dialog.showModal();

  const shown = pictures.map((picture) => find(picture));
  const format = shown.some((image) => image?.currentSrc.endsWith('.avif')) ? 'avif' : 'jpg';
  const zoom = new PhotoSwipe({
    dataSource: pictures.map((picture, place) => ({
      ...zoomSource(picture, format),
      alt: picture.alt,
      msrc: shown[place]?.currentSrc,
    })),
    index,
    appendToEl: dialog,
    bgOpacity: 1,
    wheelToZoom: true,
    trapFocus: false,
    returnFocus: false,
    loop: false,
    // The dialog's own event also fires on a phone's back gesture.
    escKey: false,
    paddingFn: ({ x, y }) =>
      x < 600
        ? { top: 0, bottom: 0, left: 0, right: 0 }
        : { top: y * 0.05, bottom: y * 0.08, left: 0, right: 0 },
    closeTitle: 'Close',
    // Ours say which way they go.
    zoom: false,
    arrowPrevTitle: 'Previous photo',
    arrowNextTitle: 'Next photo',
    errorMsg: 'We couldn’t load this photo.',
  });
  // The library accepts null for a picture without an element, though its types do not.
  zoom.addFilter(
    'thumbEl',
    (_thumb, _data, place) => (pictures[place] ? find(pictures[place]) : null) as HTMLElement,
  );
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
  const close = () => {
    if (zoom.opener.isOpen) zoom.close();
    // The opening animation is running: requests are deferred to its end.
    else zoom.on('openingAnimationEnd', () => zoom.close());
  };
  // A step of this page in the history, which its router does not see: Back takes it and closes.
  History.prototype.pushState.call(history, history.state, '');
  const opened = new AbortController();
  const onBack = () => {
    opened.abort();
    close();
  };
  addEventListener('popstate', onBack, opened);
  zoom.on('destroy', () => {
    if (!opened.signal.aborted) history.back();
    opened.abort();
    dialog.close();
    dialog.remove();
    onClosed();
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  // The library drops a press on its button while it opens.
  dialog.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('.pswp__button--close')) close();
    },
    true,
  );
  // The browser closes a dialog on a second Escape whatever we do.
  dialog.addEventListener('close', () => zoom.destroy());
  zoom.init();
  // Screen readers announce the dialog around it instead.
  zoom.element?.removeAttribute('role');
}
