import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskExtra } from '#web/desk-extra.ts';
import { buttonClass } from '#web/ui/button.tsx';

const PaymentsLink = () => (
  <Link to="/payments" className={buttonClass('outline')}>
    Match payments
  </Link>
);

export const statements = {
  screens: { payments: { Screen: lazy(() => import('./payments-desk-page.tsx')) } },
  ordersLinks: [{ order: 20, Part: PaymentsLink }],
  settings: [{ order: 20, Part: lazy(() => import('./statement-panel.tsx')) }],
} satisfies DeskExtra;
