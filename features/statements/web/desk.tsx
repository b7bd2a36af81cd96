import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { buttonClass } from '#ui/button.tsx';

const PaymentsLink = () => (
  <Link to="/payments" className={buttonClass('outline')}>
    Match payments
  </Link>
);

export const statements = {
  screens: { payments: { Screen: lazy(() => import('./payments-desk-page.tsx')) } },
  ordersLinks: [{ order: 20, Part: PaymentsLink }],
  settings: [{ order: 20, Part: lazy(() => import('./statement-panel.tsx')) }],
} satisfies DeskFeature;
