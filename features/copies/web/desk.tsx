import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';

export const copies = {
  rooms: {
    Restore: { group: 'Data', order: 15, Room: lazy(() => import('./restore-room.tsx')) },
    Copies: { group: 'Data', order: 40, Room: lazy(() => import('./copies-section.tsx')) },
  },
  beginning: [{ order: 10, Part: lazy(() => import('./begin-with-copy.tsx')) }],
} satisfies DeskFeature;
