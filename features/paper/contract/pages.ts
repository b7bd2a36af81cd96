import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const printSlips = {
  ...adminPage,
  path: '/print/slips',
  title: 'Packing slips',
} as const satisfies Page;
export const printInvoices = {
  ...adminPage,
  path: '/print/invoices',
  title: 'Invoices',
} as const satisfies Page;
export const printLabels = {
  ...adminPage,
  path: '/print/labels',
  title: 'Labels',
} as const satisfies Page;
