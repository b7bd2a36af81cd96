import { formPage, type Page } from '../../storefront/page-kinds.ts';

export const wait = { ...formPage, path: '/wait/$specimen' } as const satisfies Page;
export const inLine = { ...formPage, path: '/in-line', drawnBy: 'browser', title: 'Waiting List' } as const satisfies Page;
