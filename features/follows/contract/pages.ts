import { formPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const follow = {
  ...formPage,
  path: '/follow',
  screen: '/features/follows/web/follow-page',
  drawnBy: 'browser',
  title: 'Email Alerts',
} as const satisfies Page;
