import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const today = {
  ...adminPage,
  path: '/today',
  title: 'Today',
  header: { label: 'Today' },
} as const satisfies Page;
