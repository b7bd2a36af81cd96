import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { LastStep } from './last-step.tsx';

export const undo = {
  orderHead: [{ order: 10, Part: LastStep }],
  settings: [{ order: 25, Part: lazy(() => import('./undo-panel.tsx')) }],
} satisfies DeskFeature;
