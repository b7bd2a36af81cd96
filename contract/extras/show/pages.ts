import { adminPage, type Page } from '../../storefront/page-kinds.ts';

export const show = { ...adminPage, path: '/show', title: 'Mineral Show' } as const satisfies Page;
