import { formPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const favourites = {
  ...formPage,
  path: '/favourites',
  screen: '/features/favourites/web/favourites-page',
  drawnBy: 'browser',
  title: 'Favorites',
  isInFooter: true,
} as const satisfies Page;
