import { lazy } from 'react';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { lazyPart } from '#core/web/lazy-part.tsx';

export const otherShops = {
  exports: [{ order: 10, Part: lazyPart<Places['exports']>(() => import('./shop-sheets.tsx')) }],
  rooms: {
    'Old Addresses': {
      group: 'Data',
      order: 50,
      Room: lazy(() => import('./old-addresses-panel.tsx')),
    },
  },
} satisfies DeskFeature;
