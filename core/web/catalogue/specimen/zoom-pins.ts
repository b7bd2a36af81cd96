import type PhotoSwipe from 'photoswipe';
import type { Medium, Picture } from '#core/contract/media/media.ts';
import { formatPin } from '#core/contract/media/pins.ts';
import { firstPinNumber, pinsOf } from './pin-numbers.ts';

/**
 * @param media all of the specimen's, in order. @param isShown whether pins are shown from the
 * beginning.
 */
export function showPins(
  zoom: PhotoSwipe,
  pictures: readonly Picture[],
  media: readonly Medium[],
  isShown: boolean,
): void {
  if (!pictures.some((picture) => pinsOf(picture).length > 0)) return;
  let [layer, legend, button]: (HTMLElement | null)[] = [null, null, null];
  let isStill = false;

  const shown = () => {
    const picture = pictures[zoom.currIndex];
    return picture
      ? { pins: pinsOf(picture), first: firstPinNumber(picture, media) }
      : { pins: [], first: 1 };
  };

  function draw(): void {
    const { pins, first } = shown();
    if (!layer || !legend || !button) return;
    button.hidden = pins.length === 0;
    button.ariaPressed = String(isShown);
    legend.hidden = !isShown || pins.length === 0;
    legend.replaceChildren(
      ...pins.map((pin, index) => withText('li', `${first + index}. ${formatPin(pin)}`)),
    );
    layer.replaceChildren(...pins.map((_, index) => withText('span', String(first + index))));
    place();
  }

  /** Hides the pins while the picture grows or shrinks by itself. */
  function place(): void {
    const { currSlide: slide, mainScroll } = zoom;
    if (!layer || !slide) return;
    layer.hidden = !isShown || !isStill;
    layer.style.transform = `translateX(${mainScroll.x - mainScroll.getCurrSlideX()}px)`;
    for (const [index, { x, y }] of shown().pins.entries()) {
      const pin = layer.children[index] as HTMLElement;
      pin.style.left = `${slide.pan.x + x * slide.width * slide.currZoomLevel}px`;
      pin.style.top = `${slide.pan.y + y * slide.height * slide.currZoomLevel}px`;
    }
  }

  const settle = (still: boolean) => () => {
    isStill = still;
    place();
  };

  zoom.on('uiRegister', () => {
    // The order stacks the bar above the pins.
    zoom.ui?.registerElement({
      name: 'pins',
      order: 1,
      appendTo: 'wrapper',
      onInit: (element) => {
        layer = element;
        layer.ariaHidden = 'true';
      },
    });
    zoom.ui?.registerElement({
      name: 'legend',
      order: 2,
      appendTo: 'wrapper',
      tagName: 'ol',
      onInit: (element) => {
        legend = element;
        legend.ariaLive = 'polite';
        legend.ariaLabel = 'Damage and repairs';
      },
    });
    zoom.ui?.registerElement({
      name: 'damage',
      order: 6,
      isButton: true,
      onInit: (element) => {
        button = element;
        button.textContent = 'Show damage';
      },
      onClick: () => {
        isShown = !isShown;
        draw();
      },
    });
  });
  zoom.on('change', draw);
  zoom.on('moveMainScroll', place);
  zoom.on('zoomPanUpdate', ({ slide }) => {
    if (slide === zoom.currSlide && zoom.opener.isOpen) settle(true)();
  });
  zoom.on('beforeZoomTo', ({ transitionDuration }) => settle(!transitionDuration)());
  zoom.on('openingAnimationEnd', settle(true));
  zoom.on('closingAnimationStart', settle(false));
}

function withText(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
