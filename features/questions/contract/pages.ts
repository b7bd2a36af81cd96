import { adminPage, formPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const ask = {
  ...formPage,
  path: '/ask/$specimen',
  screen: '/features/questions/web/ask-page',
} as const satisfies Page;

export const inbox = {
  ...adminPage,
  path: '/inbox',
  title: 'Inbox',
  header: { label: 'Inbox' },
} as const satisfies Page;
