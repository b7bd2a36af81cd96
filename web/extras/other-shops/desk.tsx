import { lazy } from 'react';
import type { DeskExtra } from '#web/desk-extra.ts';

export const otherShops = {
  rooms: { 'Old Addresses': { group: 'Data', Room: lazy(() => import('./old-addresses-panel.tsx')) } },
} satisfies DeskExtra;
