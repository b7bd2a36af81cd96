import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';

export const backup = {
  rooms: { Backup: { group: 'Data', order: 10, Room: lazy(() => import('./backup-button.tsx')) } },
} satisfies DeskFeature;
