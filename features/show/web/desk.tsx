import { lazy } from 'react';
import { pages } from '#core/contract/storefront/pages.ts';
import type { DeskFeature } from '#core/web/desk-feature.ts';

/** Not by the router: that page has a camera and a worker of its own, which its response allows. */
const ShowLink = ({ link }: { link: string }) => (
  <li>
    <a href={pages.show.path} className={link}>
      Show
    </a>
  </li>
);

export const show = {
  screens: { show: { Screen: lazy(() => import('./show-desk-page.tsx')), isForAnyone: true } },
  deskLinks: [{ order: 10, Part: ShowLink }],
  device: {
    lossAtLogout: async () => (await import('./show-queries.ts')).lossAtLogout(),
    forget: async () => (await import('./show-queries.ts')).forgetShow(),
  },
} satisfies DeskFeature;
