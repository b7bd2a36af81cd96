import type PhotoSwipe from 'photoswipe';

const STEP = 1.5;
/** A press moves the picture by this share of the window. */
const MOVE = 0.4;
/** Milliseconds after which a zoom is read out. */
const SETTLED_MS = 250;

const ways = [
  { name: 'left', sign: '←', x: 1, y: 0 },
  { name: 'up', sign: '↑', x: 0, y: 1 },
  { name: 'down', sign: '↓', x: 0, y: -1 },
  { name: 'right', sign: '→', x: -1, y: 0 },
] as const;
type Way = (typeof ways)[number];

export function addZoomTools(zoom: PhotoSwipe): void {
  const buttons: Record<'in' | 'out', HTMLButtonElement | null> = { in: null, out: null };
  let [level, movers]: (HTMLElement | null)[] = [null, null];
  const moving = new Map<Way, HTMLButtonElement>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** null: the picture is there already. */
  function panAfter({ x, y }: Way): { x: number; y: number } | null {
    const { currSlide: slide, viewportSize } = zoom;
    if (!slide) return null;
    const { bounds, pan } = slide;
    const after = {
      x: bounds.correctPan('x', pan.x + x * MOVE * viewportSize.x),
      y: bounds.correctPan('y', pan.y + y * MOVE * viewportSize.y),
    };
    return Math.hypot(after.x - pan.x, after.y - pan.y) < 1 ? null : after;
  }

  const limits = () => {
    const { initial = 1, max = 1 } = zoom.currSlide?.zoomLevels ?? {};
    return { least: initial, most: Math.max(initial, max) };
  };

  function by(factor: number): void {
    const { least, most } = limits();
    const now = zoom.currSlide?.currZoomLevel ?? least;
    zoom.zoomTo(
      Math.min(most, Math.max(least, now * factor)),
      undefined,
      zoom.options.zoomAnimationDuration || undefined,
    );
  }

  function draw(): void {
    const { least, most } = limits();
    const now = zoom.currSlide?.currZoomLevel ?? least;
    // A disabled button would lose the focus.
    buttons.in?.setAttribute('aria-disabled', String(now >= most));
    buttons.out?.setAttribute('aria-disabled', String(now <= least));
    if (movers) movers.hidden = !zoom.currSlide?.isPannable();
    for (const [way, button] of moving)
      button.setAttribute('aria-disabled', String(!panAfter(way)));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const text = `Zoom ${Math.round((now / least) * 100)}%`;
      if (level && level.textContent !== text) level.textContent = text;
    }, SETTLED_MS);
  }

  zoom.on('uiRegister', () => {
    for (const [name, label, sign, factor, order] of [
      ['out', 'Zoom out', '−', 1 / STEP, 8],
      ['in', 'Zoom in', '+', STEP, 10],
    ] as const) {
      zoom.ui?.registerElement({
        name: `zoom-${name}`,
        order,
        isButton: true,
        title: label,
        ariaLabel: label,
        onInit: (element) => {
          element.textContent = sign;
          buttons[name] = element as HTMLButtonElement;
        },
        onClick: () => by(factor),
      });
    }
    zoom.ui?.registerElement({
      name: 'level',
      order: 9,
      tagName: 'p',
      onInit: (element) => {
        level = element;
        level.role = 'status';
      },
    });
    zoom.ui?.registerElement({
      name: 'movers',
      appendTo: 'root',
      onInit: (element) => {
        movers = element;
        movers.hidden = true;
        movers.append(...ways.map(mover));
      },
    });
  });

  function mover(way: Way): HTMLButtonElement {
    const { name, sign } = way;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.ariaLabel = button.title = `Move ${name}`;
    button.onclick = () => {
      const after = panAfter(way);
      if (after) zoom.currSlide?.panTo(after.x, after.y);
    };
    moving.set(way, button);
    return button;
  }

  zoom.on('keydown', ({ originalEvent: { key, ctrlKey, metaKey } }) => {
    // With a modifier they zoom the page.
    if (ctrlKey || metaKey) return;
    if (key === '+' || key === '=') by(STEP);
    if (key === '-') by(1 / STEP);
  });
  zoom.on('change', draw);
  zoom.on('zoomPanUpdate', ({ slide }) => {
    if (slide === zoom.currSlide) draw();
  });
  zoom.on('destroy', () => clearTimeout(timer));
}
