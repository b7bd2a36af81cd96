/**
 * Every page of the shop, once. The route tree, the server's routing and redirects, the page cache, the renderer's preload, the sitemap,
 * robots.txt and the tests follow this table.
 */
import * as extraPages from '../extras.ts';
import { adminPage, formPage, type PageTable } from './page-kinds.ts';

const legal = {
  access: 'everyone',
  screen: './legal-page',
  drawnBy: 'server',
  crawlers: 'index',
  title: null,
  isLeftOutOfCopies: true,
} as const;
const topic = { access: 'everyone', screen: './topic-page', drawnBy: 'server', crawlers: 'index', title: null } as const;

const corePages = {
  home: { path: '/', access: 'everyone', screen: './home-page', drawnBy: 'server', crawlers: 'index', title: null },
  specimen: {
    path: '/specimen/$specimen',
    access: 'everyone',
    screen: './specimen-page',
    drawnBy: 'server',
    crawlers: 'index',
    title: null,
  },
  species: { ...topic, path: '/species/$topic' },
  locality: { ...topic, path: '/locality/$topic' },
  collection: {
    path: '/collection/$slug',
    access: 'everyone',
    screen: './collection-page',
    drawnBy: 'server',
    crawlers: 'index',
    title: null,
  },
  ask: { ...formPage, path: '/ask/$specimen', screen: './ask-page' },
  checkout: {
    path: '/checkout',
    access: 'everyone',
    screen: './checkout-page',
    drawnBy: 'browser',
    crawlers: 'noindex',
    title: 'Checkout',
  },
  orderConfirmation: {
    path: '/order-confirmation/$order',
    access: 'buyer',
    screen: './order-confirmation-page',
    drawnBy: 'browser',
    crawlers: 'noindex',
    title: null,
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
