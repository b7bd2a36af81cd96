import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { buttonClass } from '#ui/button.tsx';

const LedgerLink = () => (
  <Link to="/ledger" className={buttonClass('outline')}>
    Ledger
  </Link>
);

export const ledger = {
  screens: { ledger: { Screen: lazy(() => import('./ledger-desk-page.tsx')) } },
  ordersLinks: [{ order: 10, Part: LedgerLink }],
} satisfies DeskFeature;
