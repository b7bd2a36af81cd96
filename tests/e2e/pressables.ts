/** Walks everything on a page that looks pressable, and asks the browser what a press on its visible part would reach. */

/** What an element is to a pointer. */
export type Verdict = 'ok' | 'covered' | 'dead' | 'small';

export type Looked = {
  count: number;
  /** One line per failure: the verdict, the element, and what is wrong. */
  failures: string[];
};

/**
 * Remembers which elements listen for presses without React, such as the enlarged photo, since a page has no list of its listeners.
 * Runs in the page before any of its scripts.
 */
export function rememberListeners(): void {
  const presses = new Set(['click', 'pointerdown', 'mousedown', 'touchstart', 'dblclick']);
  const listening = new WeakSet<EventTarget>();
  Object.assign(globalThis, { listening });
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    // React listens to everything at its root, which says nothing about single elements.
    if (presses.has(type) && this instanceof Element && this.parentElement !== null)
      listening.add(this);
    add.call(this, type, ...rest);
  };
}

/**
 * Looks at every pressable thing on the page, or in its topmost dialog. Runs in the page, in one go, so that nothing loads or moves meanwhile.
 * @param within a selector; everything outside it is left out.
 */
export function walkPressables(within?: string): Looked {
  type Box = { left: number; top: number; right: number; bottom: number };
  const MIN = 24;
  const CONTROL =
    'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, video[controls], audio[controls], iframe, [contenteditable=true], [role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=option], [role=menuitem], [role=slider], [role=combobox]';
  const listening = (globalThis as unknown as { listening?: WeakSet<EventTarget> }).listening;
  const area = within ? document.querySelector(within) : document.documentElement;
  if (!area) throw new Error(`Nothing on the page is ${within}`);

  const nameOf = (element: Element | null): string => {
    if (!element) return 'nothing';
    const name = (
      element.getAttribute('aria-label') ??
      element.getAttribute('alt') ??
      element.textContent ??
      ''
    )
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, 50);
    const classes = [...element.classList].slice(0, 3).join('.');
    return `<${element.localName}${classes && `.${classes}`}> "${name}"`;
  };

  /** Whether the element itself responds to a press. */
  const answers = (element: Element): boolean => {
    if (element.matches(CONTROL)) return true;
    if (element instanceof HTMLLabelElement) return element.control !== null;
    if (listening?.has(element)) return true;
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const props = key && (element as unknown as Record<string, Record<string, unknown>>)[key];
    return Boolean(
      props &&
        ['onClick', 'onPointerDown', 'onMouseDown', 'onDoubleClick'].some((name) => props[name]),
    );
  };
  const answering = (element: Element | null): Element | null => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      // A press on the backdrop closes the dialog; nothing inside it has responded.
      if (at.matches('dialog, [role=dialog]')) return null;
      if (answers(at)) return at;
    }
    return null;
  };

  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const viewport = (): Box => ({
    left: 0,
    top: 0,
    right: document.documentElement.clientWidth,
    bottom: document.documentElement.clientHeight,
  });
  // Text for screen readers alone is one pixel in size.
  const isEmpty = (box: Box) => box.right - box.left < 2 || box.bottom - box.top < 2;
  /** The part of a box that nothing clips. */
  const clip = (element: Element, box: Box): Box => {
    let seen = intersect(box, viewport());
    let at: Element | null = element;
    while (at && at !== document.documentElement) {
      const { position } = getComputedStyle(at);
      if (position === 'fixed') break;
      const parent: Element | null =
        position === 'absolute' && at instanceof HTMLElement ? at.offsetParent : at.parentElement;
      if (!parent || parent === document.body) break;
      const style = getComputedStyle(parent);
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible')
        seen = intersect(seen, parent.getBoundingClientRect());
      at = parent;
    }
    return seen;
  };
  /** The largest visible part of an element; a link that wraps onto two lines has two. */
  const seenPart = (element: Element): Box | null => {
    const isInline = getComputedStyle(element).display === 'inline';
    const rects = isInline ? [...element.getClientRects()] : [element.getBoundingClientRect()];
    const parts = rects.map((rect) => clip(element, rect)).filter((box) => !isEmpty(box));
    const size = ({ left, right, top, bottom }: Box) => (right - left) * (bottom - top);
    return parts.sort((a, b) => size(b) - size(a))[0] ?? null;
  };
  const isSeen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (element.closest('[inert]')) return false;
    if (seenPart(element)) return true;
    // Beyond the edge of a scroll container it can still be reached; in a collapsed one it can't.
    bring(element);
    return seenPart(element) !== null;
  };
  const bring = (element: Element) =>
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  /** The middle, and a point near each corner, a fifth of the way in, where a pill or a circle is still solid. */
  const pointsOf = ({ left, top, right, bottom }: Box): [number, number][] =>
    [
      [0.5, 0.5],
      [0.2, 0.2],
      [0.8, 0.2],
      [0.2, 0.8],
      [0.8, 0.8],
    ].map(([x = 0, y = 0]) => [left + (right - left) * x, top + (bottom - top) * y]);

  const at = ([x, y]: readonly [number, number]) => document.elementFromPoint(x, y);
  const isLarge = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= MIN && height >= MIN;
  };
  /** A press on its label counts for a control. */
  const partsOf = (element: Element): Element[] => {
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    return [element, ...(labels as Element[])];
  };

  const failures: string[] = [];
  const fail = (verdict: Verdict, element: Element, why: string) => {
    failures.push(`${verdict}: ${nameOf(element)} ${why}`);
  };

  /** @returns what is wrong at one of the five points, or null. */
  const miss = (
    element: Element,
    isFine: (hit: Element | null, isMiddle: boolean) => boolean,
  ): string | null => {
    const once = (): string | null => {
      const box = seenPart(element);
      if (!box) return null;
      const wrong = pointsOf(box).findIndex((point, index) => !isFine(at(point), index === 0));
      if (wrong < 0) return null;
      const hit = at(pointsOf(box)[wrong] ?? [0, 0]);
      return `${wrong === 0 ? 'in its middle' : `at point ${wrong}`}, by ${nameOf(hit)}`;
    };
    // Most elements are already in view after the one before.
    if (once() === null) return null;
    bring(element);
    return once();
  };

  const SENTENCE = /\p{L}{2,}/u;
  /**
   * WCAG 2.5.8 excepts targets "in a sentence", whose height is that of the line. A link counts as one if plain words stand right beside
   * it in the same block.
   */
  const isInSentence = (element: Element): boolean => {
    const isInline = (one: Element) => getComputedStyle(one).display.startsWith('inline');
    const blockOf = (one: Node): Element | null => {
      let block = one.parentElement;
      while (block && isInline(block)) block = block.parentElement;
      return block;
    };
    if (!isInline(element)) return false;
    const block = blockOf(element);
    if (!block || getComputedStyle(block).display.includes('flex')) return false;
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = words.nextNode(); text; text = words.nextNode())
      if (
        SENTENCE.test(text.nodeValue ?? '') &&
        !text.parentElement?.closest('a, button') &&
        blockOf(text) === block
      )
        return true;
    return false;
  };
  /** How far a press reaches from the middle: past the element's own box if a pseudo-element or a label enlarges it. */
  const isWideEnough = (element: Element): boolean => {
    const parts = partsOf(element);
    if (parts.some(isLarge)) return true;
    bring(element);
    const box = seenPart(element);
    if (!box) return true;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const reach = MIN / 2 - 0.5;
    return [
      [x - reach, y],
      [x + reach, y],
      [x, y - reach],
      [x, y + reach],
    ].every(([px = 0, py = 0]) => {
      const hit = at([px, py]);
      return parts.some((part) => part.contains(hit));
    });
  };

  const looked = new Set<Element>();
  const control = (element: Element) => {
    looked.add(element);
    const parts = partsOf(element);
    // On a photo that is a link, the card may have other controls in the corners.
    const card = element.querySelector('img, video') && element.closest('article, li, tr');
    const reason = miss(element, (hit, isMiddle) => {
      if (card && !isMiddle && answering(hit) !== null && card.contains(hit)) return true;
      if (!parts.some((part) => part.contains(hit))) return false;
      const nearest = answering(hit);
      return nearest === null || parts.includes(nearest) || element.contains(nearest) === false;
    });
    if (reason) fail('covered', element, reason);
    // WCAG excepts what another control also does, such as a photo that repeats the link beside it; only the link is read out.
    const isRepeated = element.closest('[aria-hidden=true]') !== null;
    if (!isRepeated && !isInSentence(element) && !isWideEnough(element)) {
      const { width, height } = element.getBoundingClientRect();
      fail('small', element, `is ${Math.round(width)} × ${Math.round(height)} px`);
    }
  };

  const all = [...area.querySelectorAll<HTMLElement>('*')];
  const top = window.scrollY;
  // The page behind a dialog is inert, or hidden from screen readers, and is not to be pressed.
  const dialogs = all.filter(
    (element) =>
      element.matches('dialog[open], [role=dialog], [role=alertdialog]') && isSeen(element),
  );
  const modal = dialogs.findLast(
    (element) => element.matches(':modal') || element.getAttribute('aria-modal') === 'true',
  );
  // Checked last, because it may scroll and cause another layout.
  const isPresent = (element: Element) => (!modal || modal.contains(element)) && isSeen(element);

  for (const element of all) if (element.matches(CONTROL) && isPresent(element)) control(element);
  for (const element of all)
    if (
      element instanceof HTMLLabelElement &&
      element.htmlFor &&
      !element.control &&
      isPresent(element)
    )
      fail('dead', element, 'labels nothing');

  // What the cursor shows as pressable: the outermost element with that cursor.
  const presses = new Set(['pointer', 'zoom-in', 'zoom-out']);
  const isPointed = (element: Element | null) =>
    element !== null && presses.has(getComputedStyle(element).cursor);
  for (const element of all) {
    if (looked.has(element) || !isPointed(element) || isPointed(element.parentElement)) continue;
    if (!isPresent(element)) continue;
    looked.add(element);
    const reason = miss(element, (hit) => answering(hit) !== null);
    if (reason) fail('dead', element, `has the pointer of a link and answers no press ${reason}`);
  }

  // What reacts on hover.
  const reacting = new Set<string>();
  const collect = (rules: CSSRuleList, parent: string) => {
    for (const rule of rules) {
      let selector = parent;
      if (rule instanceof CSSStyleRule) {
        selector = rule.selectorText.includes('&')
          ? rule.selectorText.replaceAll('&', `:is(${parent})`)
          : parent && !(rule.parentRule instanceof CSSMediaRule)
            ? `:is(${parent}) ${rule.selectorText}`
            : rule.selectorText;
        for (const one of selector.split(/,(?![^(]*\))/)) {
          const end = one.indexOf(':hover');
          // Some rules apply to everything that is not hovered.
          if (end < 0 || /:not\([^)]*$/.test(one.slice(0, end))) continue;
          const base = one.slice(0, end).trim();
          if (base && !/[>+~\s]$/.test(base) && !/\([^)]*$/.test(base)) reacting.add(base);
        }
      }
      if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList, selector);
    }
  };
  for (const sheet of document.styleSheets) collect(sheet.cssRules, '');
  const selector = [...reacting].filter((one) => CSS.supports(`selector(${one})`)).join(',');
  for (const element of all) {
    if (!selector || looked.has(element) || !element.matches(selector)) continue;
    if (getComputedStyle(element).pointerEvents === 'none' || !isPresent(element)) continue;
    looked.add(element);
    bring(element);
    const box = seenPart(element);
    const middle = box && pointsOf(box)[0];
    // If a row only marks the hover, its own controls are pressed.
    if (middle && !answering(at(middle)) && !element.querySelector(CONTROL))
      fail('dead', element, 'reacts to the pointer and answers no press');
  }

  // A card has one photo, and a link that opens what it shows.
  for (const card of all) {
    // An article with the page's heading is the page itself.
    if (!card.matches('article, li, tr, figure') || card.querySelector('h1')) continue;
    if (!card.querySelector('img, video') || !isPresent(card)) continue;
    const links = [...card.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
      (link) => isSeen(link) && !isInSentence(link),
    );
    const photos = [...card.querySelectorAll<HTMLElement>('img, video')].filter((photo) => {
      const { width, height } = photo.getBoundingClientRect();
      return (
        isSeen(photo) &&
        width >= 40 &&
        height >= 40 &&
        photo.closest('article, li, tr, figure') === card
      );
    });
    if (links.length === 0 || photos.length === 0) continue;
    for (const photo of photos) {
      looked.add(photo);
      const isOwn = (hit: Element | null) => {
        const answer = answering(hit);
        return answer !== null && (card.contains(answer) || answer.contains(card));
      };
      const reason = miss(photo, isOwn);
      if (reason) fail('dead', photo, `is the photo of a card and does not open it ${reason}`);
      // A badge or the like on the photo belongs to it.
      bring(photo);
      const box = seenPart(photo);
      for (const mark of box ? (photo.closest('td') ?? card).querySelectorAll('*') : []) {
        if (mark.children.length > 0 || !isSeen(mark) || mark === photo || !box) continue;
        const own = seenPart(mark);
        const middle = own && pointsOf(own)[0];
        if (!middle || middle[0] < box.left || middle[0] > box.right) continue;
        if (middle[1] < box.top || middle[1] > box.bottom) continue;
        looked.add(mark);
        if (!isOwn(at(middle)))
          fail(
            'dead',
            mark,
            `lies on the photo of a card and does not open it, by ${nameOf(at(middle))}`,
          );
      }
    }
  }
  window.scrollTo({ top, behavior: 'instant' });
  return { count: looked.size, failures };
}
