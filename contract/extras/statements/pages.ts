import { adminPage, type Page } from '../../storefront/page-kinds.ts';

export const payments = { ...adminPage, path: '/payments', title: 'Payments' } as const satisfies Page;
