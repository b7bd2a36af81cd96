/**
 * Every page of the shop, once. The route tree, the server's routing and redirects, the page cache, the renderer's preload, the sitemap,
 * robots.txt and the tests follow this table.
 */

type Page = {
  /** As the router writes it; `$name` stands for one segment. */
  path: `/${string}`;
  /** everyone: the same page for all visitors, and cached. buyer: whoever may read the order. admin: others are sent home. */
  access: 'everyone' | 'buyer' | 'admin';
  /** The module in web/routes that draws it; a visitor's browser fetches it beside the entry. */
  screen: string;
  /** browser: the server sends a frame, and the scripts that fill it are wanted at once. */
  drawnBy: 'server' | 'browser';
  /** index: in the sitemap. noindex: may be followed, but not listed. disallow: refused in robots.txt. */
  crawlers: 'index' | 'noindex' | 'disallow';
  /** null: the page's own route makes it from what it loads. */
  title: string | null;
};

const admin = { access: 'admin', screen: 'admin-pages', drawnBy: 'browser', crawlers: 'disallow' } as const;
const legal = { access: 'everyone', screen: 'legal-page', drawnBy: 'server', crawlers: 'index', title: null } as const;
const topic = { access: 'everyone', screen: 'topic-page', drawnBy: 'server', crawlers: 'index', title: null } as const;
/** What a visitor does with a piece, which is nothing to be found. */
const form = { access: 'everyone', screen: 'specimen-forms-page', drawnBy: 'server', crawlers: 'noindex', title: null } as const;

export const pages = {
  home: { path: '/', access: 'everyone', screen: 'home-page', drawnBy: 'server', crawlers: 'index', title: null },
  specimen: {
    ...{ path: '/specimen/$specimen', access: 'everyone', screen: 'specimen-page' },
    ...{ drawnBy: 'server', crawlers: 'index', title: null },
  },
  species: { ...topic, path: '/species/$topic' },
  locality: { ...topic, path: '/locality/$topic' },
  collection: {
    ...{ path: '/collection/$slug', access: 'everyone', screen: 'collection-page' },
    ...{ drawnBy: 'server', crawlers: 'index', title: null },
  },
  ask: { ...form, path: '/ask/$specimen' },
  wait: { ...form, path: '/wait/$specimen' },
  follow: { ...form, path: '/follow', drawnBy: 'browser', title: 'Email Alerts' },
  inLine: { ...form, path: '/in-line', drawnBy: 'browser', title: 'Waiting List' },
  shelf: { ...form, path: '/shelf', screen: 'shelf-page', title: 'Compare Sizes' },
  certificate: {
    ...{ path: '/certificate/$code', access: 'everyone', screen: 'certificate-page' },
    ...{ drawnBy: 'server', crawlers: 'noindex', title: null },
  },
  checkout: { path: '/checkout', access: 'everyone', screen: 'checkout-page', drawnBy: 'browser', crawlers: 'noindex', title: 'Checkout' },
  orderConfirmation: {
    ...{ path: '/order-confirmation/$order', access: 'buyer', screen: 'order-confirmation-page' },
    ...{ drawnBy: 'browser', crawlers: 'noindex', title: null },
  },
  shipping: { ...legal, path: '/shipping' },
  returns: { ...legal, path: '/returns' },
  privacy: { ...legal, path: '/privacy' },
  upload: { ...admin, path: '/upload', title: 'Add New Specimen' },
  // Everyone gets its frame, which asks visitors to log in.
  manage: { ...admin, path: '/manage', access: 'everyone', title: 'Manage Your Collection' },
  manageCollections: { ...admin, path: '/manage/collections', title: 'Collections' },
  intake: { ...admin, path: '/intake', title: 'Intake' },
  orders: { ...admin, path: '/orders', title: 'Order Management' },
  inbox: { ...admin, path: '/inbox', title: 'Inbox' },
  payments: { ...admin, path: '/payments', title: 'Payments' },
  ledger: { ...admin, path: '/ledger', title: 'Ledger' },
  printSlips: { ...admin, path: '/print/slips', title: 'Packing slips' },
  printInvoices: { ...admin, path: '/print/invoices', title: 'Invoices' },
  printCertificates: { ...admin, path: '/print/certificates', title: 'Certificates' },
  printLabels: { ...admin, path: '/print/labels', title: 'Labels' },
  show: { ...admin, path: '/show', title: 'Mineral Show' },
  edit: { ...admin, path: '/edit/$id', title: 'Edit Specimen' },
  settings: { ...admin, path: '/settings', title: 'Site Settings' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** What a page may be unable to show; each has a page that says so. */
export type Missing = 'page' | 'specimen id' | 'specimen' | 'order' | 'certificate';
