import { lazy } from 'react';
import type { OrderFeature } from '#core/web/shop-feature.ts';

export const emailCorrections = {
  pending: [
    {
      order: 10,
      Part: lazy(() => import('./wrong-email.tsx')),
    },
  ],
} satisfies OrderFeature;
