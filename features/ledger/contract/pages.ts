import { adminPage, type Page } from '#core/contract/storefront/page-kinds.ts';

export const ledger = { ...adminPage, path: '/ledger', title: 'Ledger' } as const satisfies Page;
