export type Page = {
  /** `$name` stands for one segment. */
  path: `/${string}`;
  /** buyer: anyone who may read the order. admin: others are redirected home. */
  access: 'everyone' | 'buyer' | 'admin';
  /** From the project's root, without `.tsx`; fetched beside the entry. */
  screen: `/${string}`;
  /** browser: the server sends a frame. */
  drawnBy: 'server' | 'browser';
  /** index: in the sitemap. noindex: followed, not listed. disallow: refused in robots.txt. */
  crawlers: 'index' | 'noindex' | 'disallow';
  /** null: the page's route makes it from what it loads. */
  title: string | null;
  isInFooter?: true;
  /** Its link in the owner's header. `reloads`: its response allows what no other page may. */
  header?: { label: string; reloads?: true };
};

export type PageTable = Record<string, Page>;

/** `core/web/routes/admin-pages.tsx` knows its screen by the page's name. */
export const adminPage = {
  access: 'admin',
  screen: '/core/web/routes/admin-pages',
  drawnBy: 'browser',
  crawlers: 'disallow',
} as const;
export const shownPage = {
  access: 'everyone',
  drawnBy: 'server',
  crawlers: 'index',
  title: null,
} as const;
export const formPage = {
  access: 'everyone',
  drawnBy: 'server',
  crawlers: 'noindex',
  title: null,
} as const;
