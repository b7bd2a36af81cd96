/**
 * Fills the page of searches and filters. It runs from a file, where nothing can be fetched and no
 * module loads, so it and its index are plain scripts.
 */
import './static-copy.css';
import { facetNames, isRefusedPrice } from '#core/contract/catalogue/filters.ts';
import { type GallerySearch, parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { formatCount } from '#core/contract/counts.ts';
import { parseAmount } from '#core/contract/money.ts';
import type { CopiedPiece, CopyIndex } from '#features/static-copy/contract/static-copy.ts';
import { foundBy } from './matching.ts';

const PAGE_SIZE = 24;
const ROOT = '../';

const search = parseGallerySearch(Object.fromEntries(new URLSearchParams(location.search)));
const { pieces } = (window as unknown as { druseCopy: CopyIndex }).druseCopy;
const found = sorted(foundBy(search.search ?? '', pieces.filter(fits)), search);

fillForms();
show();

function fits(piece: CopiedPiece): boolean {
  const { minPrice, maxPrice } = search;
  const [least, most] = [minPrice, maxPrice].map((text) =>
    text === undefined || isRefusedPrice(text) ? null : parseAmount(text),
  );
  if ((least ?? most ?? null) !== null && piece.cents === null) return false;
  if (
    piece.cents !== null &&
    (piece.cents < (least ?? 0) || piece.cents > (most ?? Number.POSITIVE_INFINITY))
  )
    return false;
  return facetNames.every(
    (name) => search[name] === undefined || piece.facets[name]?.includes(search[name]),
  );
}

/** Pieces without a price come last. */
function sorted(list: CopiedPiece[], { sort, search: term }: GallerySearch): CopiedPiece[] {
  if (sort === 'newest' && term) return pieces.filter((piece) => list.includes(piece));
  if (sort !== 'price-up' && sort !== 'price-down') return list;
  const direction = sort === 'price-up' ? 1 : -1;
  const key = ({ cents }: CopiedPiece) =>
    cents === null ? Number.POSITIVE_INFINITY : cents * direction;
  return list.toSorted((a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)));
}

function part(name: string): HTMLElement | null {
  return document.querySelector(`[data-copy="${name}"]`);
}

function fillForms(): void {
  for (const form of document.querySelectorAll('form')) {
    for (const [name, value] of Object.entries(search)) fill(form.elements.namedItem(name), value);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // What the other form says stays.
      const set = new URLSearchParams(search);
      for (const field of form.elements) set.delete(field.getAttribute('name') ?? '');
      for (const [name, value] of new FormData(form))
        if (value !== '') set.set(name, String(value));
      location.href = `${location.pathname}?${set}`;
    });
  }
}

function fill(field: Element | RadioNodeList | null, value: string): void {
  if (field instanceof HTMLInputElement && field.type === 'checkbox')
    field.checked = field.value === value;
  else if (
    field instanceof RadioNodeList ||
    field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement
  )
    field.value = value;
}

function show(): void {
  const [heading, count, more] = ['heading', 'count', 'more'].map(part);
  const term = search.search;
  if (heading && term) heading.textContent = `Search Results: "${term}"`;
  if (count) {
    if (found.length > 0)
      count.textContent = `${formatCount(found.length)} ${found.length === 1 ? 'specimen' : 'specimens'}`;
    else if (term)
      count.textContent = `No matches found. We couldn't find any specimens matching "${term}". Try another search term.`;
    else count.textContent = 'Nothing matches these filters. Try removing one.';
  }
  const button = element('button', 'button outline');
  button.setAttribute('type', 'button');
  button.textContent = 'Show more';
  let shown = 0;
  const showMore = () => {
    const first = found
      .slice(shown, shown + PAGE_SIZE)
      .map((piece, index) => card(piece, shown + index));
    part('list')?.append(...first);
    shown += first.length;
    if (shown >= found.length) button.remove();
    return first[0];
  };
  button.addEventListener('click', () => showMore()?.querySelector('a')?.focus());
  if (found.length > PAGE_SIZE) more?.append(button);
  showMore();
}

/**
 * Copies the gallery's card (`core/web/catalogue/gallery/specimen-card.tsx`), without what lies
 * over its picture.
 */
function card(piece: CopiedPiece, index: number): HTMLElement {
  const { picture } = piece;
  const link = element('a', '', piece.title);
  link.setAttribute('href', ROOT + piece.page);
  const figures = element('p', 'figures');
  figures.append(element('span', 'truncate', piece.dimensions), element('span', '', piece.price));
  const label = element('div', 'card-label');
  const title = element('h3', '');
  title.append(link);
  label.append(
    title,
    ...(piece.origin === '' ? [] : [element('p', 'truncate', piece.origin)]),
    figures,
  );

  const source = document.createElement('source');
  source.type = 'image/avif';
  source.srcset = picture.srcset
    .split(',')
    .map((one) => ROOT + one)
    .join(',');
  source.sizes = '(max-width:639px) calc(100vw - 2.5rem),(max-width:767px) 46vw,min(30vw,26rem)';
  const image = Object.assign(document.createElement('img'), {
    alt: picture.alt,
    width: picture.width,
    height: picture.height,
  });
  image.loading = 'lazy';
  image.src = ROOT + picture.small;
  const drawn = document.createElement('picture');
  drawn.append(source, image);
  const frame = element('div', 'card-picture');
  frame.append(
    drawn,
    ...piece.badges.map(({ label: text, tone }) => element('span', `badge ${tone}`, text)),
  );

  const article = element('article', 'specimen-card enter-drawn');
  article.style.setProperty('--index', String(index % PAGE_SIZE));
  article.style.setProperty('--rows', String(Math.round((picture.height / picture.width) * 48)));
  article.style.setProperty('--ratio', `${picture.width}/${picture.height}`);
  article.append(label, frame);
  return article;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}
