const MAIN = /<main[^>]*>[\s\S]*<\/main>/;
/** Of a rendering with all values, which forms pass on. */
const PASSED_ON = /<input type="hidden"[^>]*>/g;
/** They lead to the same page with fewer values. */
const FEWER_VALUES = /<a rel="nofollow"[^>]*>[^<]*<\/a>/g;
const FILTERS = /<form[^>]*aria-label="Filter the gallery"[\s\S]*?<\/form>/;

/** @param home the front page as it is rendered with all values of its filters. */
export function searchPage(home: string): string {
  const filters = FILTERS.exec(home)?.[0].replace(FEWER_VALUES, '') ?? '';
  const main = [
    '<main id="main" tabindex="-1"><section id="gallery" class="room copy-search"><div class="page">',
    '<h1 class="page-title look-large" data-copy="heading">Search</h1>',
    `<div class="filter-line">${filters}</div>`,
    '<div class="copy-count figures"><p role="status" data-copy="count">Searching this copy needs JavaScript.</p><a href="/#gallery">View all specimens</a></div>',
    '<h2 class="sr-only">Specimens</h2>',
    '<div class="specimen-columns"><div class="specimen-grid" data-copy="list"></div></div>',
    '<p class="copy-more" data-copy="more"></p>',
    '</div></section></main>',
  ];
  return home
    .replace(MAIN, () => main.join(''))
    .replace(PASSED_ON, '')
    .replace(/<title>[^<]*/, () => '<title>Search');
}
