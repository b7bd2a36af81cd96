import { createRoute } from '@tanstack/react-router';
import type { LegalPage } from '#contract/storefront/legal.ts';
import { pages } from '#contract/storefront/pages.ts';
import { frameRoute } from './root.tsx';
import { wholePageOf } from './screens.ts';

/** The page of a legal text; 404 while the text is empty. */
const legalRoute = <Page extends LegalPage>(page: Page) =>
  createRoute({
    getParentRoute: () => frameRoute,
    path: pages[page].path,
    staticData: { hasFooter: true },
    ...wholePageOf(page),
  });

export const shippingRoute = legalRoute('shipping');
export const returnsRoute = legalRoute('returns');
export const privacyRoute = legalRoute('privacy');
