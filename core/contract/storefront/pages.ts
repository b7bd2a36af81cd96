/** Routes, redirects, page cache, preload, sitemap, robots.txt and tests follow this table. */
import * as featurePages from '#features/pages.ts';
import { adminPage, formPage, type PageTable, shownPage } from './page-kinds.ts';

const legal = {
  ...shownPage,
  screen: '/core/web/routes/legal-page',
  isLeftOutOfCopies: true,
} as const;

const corePages = {
  home: { ...shownPage, path: '/', screen: '/core/web/routes/home-page' },
  specimen: { ...shownPage, path: '/specimen/$specimen', screen: '/core/web/routes/specimen-page' },
  collection: {
    ...shownPage,
    path: '/collection/$slug',
    screen: '/core/web/routes/collection-page',
  },
  checkout: {
    ...formPage,
    path: '/checkout',
    screen: '/core/web/routes/checkout-page',
    drawnBy: 'browser',
    title: 'Checkout',
  },
  orderConfirmation: {
    ...formPage,
    path: '/order-confirmation/$order',
    access: 'buyer',
    screen: '/core/web/routes/order-confirmation-page',
    drawnBy: 'browser',
  },
  shipping: { ...legal, path: '/shipping' },
  returns: { ...legal, path: '/returns' },
  privacy: { ...legal, path: '/privacy' },
  upload: { ...adminPage, path: '/upload', title: 'Add New Specimen' },
  // Everyone gets its frame, which asks visitors to log in.
  manage: { ...adminPage, path: '/manage', access: 'everyone', title: 'Manage Your Collection' },
  manageCollections: { ...adminPage, path: '/manage/collections', title: 'Collections' },
  orders: { ...adminPage, path: '/orders', title: 'Order Management' },
  edit: { ...adminPage, path: '/edit/$id', title: 'Edit Specimen' },
  settings: { ...adminPage, path: '/settings', title: 'Site Settings' },
} as const satisfies PageTable;

export const pages = { ...corePages, ...featurePages };

export type CorePageName = keyof typeof corePages;

export type PageName = keyof typeof pages;

export const hasPage = (name: string): boolean => Object.hasOwn(pages, name);

/** Each has a page that says so. */
export type Missing = 'page' | 'specimen id' | 'specimen' | 'order';
/** A path: the page of a feature says what is missing. */
export type MissingPage = Missing | `/${string}`;
