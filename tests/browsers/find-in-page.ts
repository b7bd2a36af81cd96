/** Finds elements in a page as assistive technology names them, by the roles and names that the journeys use. Runs in the browser. */

export type Role =
  | 'article'
  | 'button'
  | 'combobox'
  | 'dialog'
  | 'file'
  | 'heading'
  | 'link'
  | 'radio'
  | 'slider'
  | 'switch'
  | 'tab'
  | 'textbox';

/** The centre of what is found, in CSS pixels of the window; `selector` finds it again. */
export type Found = { x: number; y: number; selector: string };

/** The first element that is shown, not inert, and has the role and name, scrolled into view; null where there is none, or something covers it. */
export function findInPage(role: Role, name: string): Found | null {
  // Inside, because only this function's own text reaches the page.
  const selectors: Record<Role, string> = {
    article: 'article',
    button: 'button, [role=button], summary',
    combobox: 'select, [role=combobox]',
    dialog: 'dialog[open], [role=dialog]',
    file: 'input[type=file]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]',
    radio: 'input[type=radio]',
    slider: 'input[type=range], [role=slider]',
    switch: '[role=switch]',
    tab: '[role=tab]',
    textbox:
      'textarea, input:not([type]), input:is([type=text], [type=email], [type=password], [type=search], [type=url])',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label) return plain(label);
    const ids = element.getAttribute('aria-labelledby');
    if (ids)
      return plain(
        ids
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    if ('labels' in element && element.labels instanceof NodeList && element.labels.length > 0) {
      return plain([...element.labels].map((each) => each.textContent).join(' '));
    }
    return plain(element.textContent);
  };
  const matches = (text: string) =>
    name.endsWith('…') ? text.startsWith(name.slice(0, -1)) : text === name;
  // A button stands for the field of a file, which is hidden.
  const isShown = (element: Element) =>
    (role === 'file' ||
      (element.getClientRects().length > 0 &&
        getComputedStyle(element).visibility === 'visible')) &&
    !element.closest('[inert], [aria-hidden=true]');
  const found = [...document.querySelectorAll(selectors[role])].find(
    (element) => isShown(element) && matches(nameOf(element)),
  );
  if (!found) return null;
  const look = () => {
    const box = found.getBoundingClientRect();
    const [x, y] = [
      Math.round(box.x + box.width / 2),
      Math.round(box.y + Math.min(box.height, innerHeight) / 2),
    ];
    const top = document.elementFromPoint(x, y);
    // During a transition between pages the document itself is at every point.
    const isFree =
      found.contains(top) || top?.closest('label')?.control === found || role === 'file';
    return { x, y, isFree, isWhole: box.top >= 0 && box.bottom <= innerHeight };
  };
  let seen = look();
  // Buttons that stay at the foot of the window may cover it.
  if (!seen.isWhole || !seen.isFree) {
    found.scrollIntoView({ block: 'center', behavior: 'instant' });
    seen = look();
  }
  if (!seen.isFree) return null;
  found.id ||= `found-${Math.random().toString(36).slice(2)}`;
  return { x: seen.x, y: seen.y, selector: `[id="${found.id}"]` };
}
