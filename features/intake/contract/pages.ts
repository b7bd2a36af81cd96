import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const intake = { ...adminPage, path: '/intake', title: 'Intake' } as const satisfies Page;
export const intakeTable = {
  ...adminPage,
  path: '/intake/table',
  title: 'Drafts',
} as const satisfies Page;
