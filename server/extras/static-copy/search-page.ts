/** The page of a copy that lists what a search or a filter finds: the front page's filters above a list that the copy's script fills. */

const MAIN = /<main[^>]*>[\s\S]*<\/main>/;
/** What asks the shop for all values, and leads to the same page with fewer. */
const ALL_VALUES = /<a rel="nofollow"[^>]*>[^<]*<\/a>|<input type="hidden"[^>]*>/g;
const FILTERS = /<form[^>]*aria-label="Filter the gallery"[\s\S]*?<\/form>/;

/** @param home the front page as it is rendered with all values of its filters. */
export function searchPage(home: string): string {
  const filters = FILTERS.exec(home)?.[0].replace(ALL_VALUES, '') ?? '';
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
  return home.replace(MAIN, () => main.join('')).replace(/<title>[^<]*/, () => '<title>Search');
}
