import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const show = {
  ...adminPage,
  path: '/show',
  title: 'Mineral Show',
  header: { label: 'Show', reloads: true },
} as const satisfies Page;
