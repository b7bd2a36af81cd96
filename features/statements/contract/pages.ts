import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const payments = {
  ...adminPage,
  path: '/payments',
  title: 'Payments',
} as const satisfies Page;
