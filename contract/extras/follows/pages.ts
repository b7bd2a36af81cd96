import { formPage, type Page } from '../../storefront/page-kinds.ts';

export const follow = {
  ...formPage,
  path: '/follow',
  screen: '../extras/follows/follow-page',
  drawnBy: 'browser',
  title: 'Email Alerts',
} as const satisfies Page;
