/** A line of the page table, and what kinds of pages have in common. */

export type Page = {
  /** As the router writes it; `$name` stands for one segment. */
  path: `/${string}`;
  /** everyone: the same page for all visitors, and cached. buyer: anyone who may read the order. admin: others are redirected home. */
  access: 'everyone' | 'buyer' | 'admin';
  /** The module that draws it, as web/routes imports it; a visitor's browser fetches it beside the entry. */
  screen: string;
  /** browser: the server sends a frame, and the scripts that fill it are wanted at once. */
  drawnBy: 'server' | 'browser';
  /** index: in the sitemap. noindex: may be followed, but not listed. disallow: refused in robots.txt. */
  crawlers: 'index' | 'noindex' | 'disallow';
  /** null: the page's own route makes it from what it loads. */
  title: string | null;
  /** Whether every footer leads to it. */
  isInFooter?: true;
};

export type PageTable = Record<string, Page>;

/** The owner's: `web/routes/admin-pages.tsx` knows its screen by the page's name. */
export const adminPage = { access: 'admin', screen: './admin-pages', drawnBy: 'browser', crawlers: 'disallow' } as const;
/** What the shop shows, for anyone to find. */
export const shownPage = { access: 'everyone', drawnBy: 'server', crawlers: 'index', title: null } as const;
/** What a visitor does with a piece or an order, which is nothing to be found. */
export const formPage = { access: 'everyone', drawnBy: 'server', crawlers: 'noindex', title: null } as const;
