import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { OrderCertificates } from './order-certificates.tsx';

export const certificates = {
  screens: {
    printCertificates: { Screen: lazy(() => import('./print-certificates-desk-page.tsx')) },
  },
  order: [{ order: 20, Part: OrderCertificates }],
} satisfies DeskFeature;
