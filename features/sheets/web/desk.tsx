import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';

const SheetsLink = ({ link }: Places['manageLinks']) => (
  <li>
    <Link to="/settings" hash="export-and-import" className={link}>
      Export and Import
    </Link>
  </li>
);

const PriceList = ({ Way }: Places['waysIn']) => (
  <Way to="/settings" hash="export-and-import" title="A price list">
    Any spreadsheet, or an export of another shop. Photos find their pieces by the names of their
    files.
  </Way>
);

export const sheets = {
  rooms: {
    'Export and Import': {
      group: 'Data',
      order: 20,
      Room: lazy(() => import('./transfer-room.tsx')),
    },
  },
  manageLinks: [{ order: 50, Part: SheetsLink }],
  waysIn: [{ order: 20, Part: PriceList }],
} satisfies DeskFeature;
