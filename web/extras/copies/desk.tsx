import { lazy } from 'react';
import type { DeskExtra } from '#web/desk-extra.ts';

export const copies = {
  rooms: { Copies: { group: 'Data', Room: lazy(() => import('./copies-section.tsx')) } },
  beginning: [{ order: 10, Part: lazy(() => import('./begin-with-copy.tsx')) }],
} satisfies DeskExtra;
