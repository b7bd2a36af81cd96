import { formPage, type Page } from '../../storefront/page-kinds.ts';

export const shelf = { ...formPage, path: '/shelf', screen: '../extras/shelf/shelf-page', title: 'Compare Sizes' } as const satisfies Page;
