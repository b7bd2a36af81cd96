import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const manageSpecies = {
  ...adminPage,
  path: '/manage/species',
  title: 'Species',
} as const satisfies Page;
