import { formPage, type Page } from '../../storefront/page-kinds.ts';

export const favourites = {
  ...formPage,
  path: '/favourites',
  screen: '../extras/favourites/favourites-page',
  drawnBy: 'browser',
  title: 'Favorites',
  isInFooter: true,
} as const satisfies Page;
