import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { healthTodayKinds } from '#features/health/contract/today-kinds.ts';
import { Trouble } from './trouble.tsx';

export const health = {
  rooms: {
    Alerts: { group: 'Upkeep', order: 30, Room: lazy(() => import('./alerts-room.tsx')) },
    Health: { group: 'Upkeep', order: 40, Room: lazy(() => import('./health-panel.tsx')) },
  },
  today: { trouble: { ...healthTodayKinds.trouble, Action: Trouble } },
} satisfies DeskFeature;
