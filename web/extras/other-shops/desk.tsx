import { lazy } from 'react';
import type { DeskExtra, Places } from '#web/desk-extra.ts';
import { lazyPart } from '#web/lazy-part.tsx';

export const otherShops = {
  exports: [{ order: 10, Part: lazyPart<Places['exports']>(() => import('./shop-sheets.tsx')) }],
  rooms: { 'Old Addresses': { group: 'Data', Room: lazy(() => import('./old-addresses-panel.tsx')) } },
} satisfies DeskExtra;
