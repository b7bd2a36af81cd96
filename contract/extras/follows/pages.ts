import { formPage, type Page } from '../../storefront/page-kinds.ts';

export const follow = { ...formPage, path: '/follow', drawnBy: 'browser', title: 'Email Alerts' } as const satisfies Page;
