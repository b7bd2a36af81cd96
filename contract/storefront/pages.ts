/**
 * Every page of the shop, once. The route tree, the server's routing and redirects, the page cache, the renderer's preload, the sitemap,
 * robots.txt and the tests follow this table.
 */
import * as extraPages from '../extras.ts';
import { adminPage, formPage, type PageTable, shownPage } from './page-kinds.ts';

const legal = { ...shownPage, screen: './legal-page', isLeftOutOfCopies: true } as const;
const topic = { ...shownPage, screen: './topic-page' } as const;

const corePages = {
  home: { ...shownPage, path: '/', screen: './home-page' },
  specimen: { ...shownPage, path: '/specimen/$specimen', screen: './specimen-page' },
  species: { ...topic, path: '/species/$topic' },
  locality: { ...topic, path: '/locality/$topic' },
  collection: { ...shownPage, path: '/collection/$slug', screen: './collection-page' },
  ask: { ...formPage, path: '/ask/$specimen', screen: './ask-page' },
  checkout: { ...formPage, path: '/checkout', screen: './checkout-page', drawnBy: 'browser', title: 'Checkout' },
  orderConfirmation: {
    ...formPage,
    path: '/order-confirmation/$order',
    access: 'buyer',
    screen: './order-confirmation-page',
    drawnBy: 'browser',
  },
  shipping: { ...legal, path: '/shipping' },
  returns: { ...legal, path: '/returns' },
  privacy: { ...legal, path: '/privacy' },
  upload: { ...adminPage, path: '/upload', title: 'Add New Specimen' },
  // Everyone gets its frame, which asks visitors to log in.
  manage: { ...adminPage, path: '/manage', access: 'everyone', title: 'Manage Your Collection' },
  manageCollections: { ...adminPage, path: '/manage/collections', title: 'Collections' },
  manageSpecies: { ...adminPage, path: '/manage/species', title: 'Species' },
  today: { ...adminPage, path: '/today', title: 'Today' },
  orders: { ...adminPage, path: '/orders', title: 'Order Management' },
  inbox: { ...adminPage, path: '/inbox', title: 'Inbox' },
  edit: { ...adminPage, path: '/edit/$id', title: 'Edit Specimen' },
  settings: { ...adminPage, path: '/settings', title: 'Site Settings' },
} as const satisfies PageTable;

/** The core's pages and those of the extras. */
export const pages = { ...corePages, ...extraPages };

export type CorePageName = keyof typeof corePages;

export type PageName = keyof typeof pages;

/** What a page may be unable to show; each has a page that says so. */
export type Missing = 'page' | 'specimen id' | 'specimen' | 'order';
