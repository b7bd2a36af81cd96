import { formPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const shelf = {
  ...formPage,
  path: '/shelf',
  screen: '/features/shelf/web/shelf-page',
  title: 'Compare Sizes',
} as const satisfies Page;
