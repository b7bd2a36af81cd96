import { createRoute } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { frameRoute } from './root.tsx';
import { wholePageOf } from './screens.ts';

/** The route of a page with a form about one specimen. */
const specimenFormRoute = <Name extends 'ask' | 'wait'>(name: Name) =>
  createRoute({
    getParentRoute: () => frameRoute,
    path: pages[name].path as (typeof pages)[Name]['path'],
    staticData: { hasFooter: true },
    ...wholePageOf(name),
  });

export const askRoute = specimenFormRoute('ask');
export const waitRoute = specimenFormRoute('wait');
