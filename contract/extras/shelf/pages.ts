import { formPage, type Page } from '../../storefront/page-kinds.ts';

export const shelf = { ...formPage, path: '/shelf', screen: '../extras/shelf/shelf-page', title: 'Shelf to Scale' } as const satisfies Page;
