import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { useDraftRow } from './draft-row.tsx';

const IntakeLink = ({ link }: { link: string }) => (
  <li>
    <Link to="/intake" className={link}>
      Intake
    </Link>
  </li>
);

const PhotoWays = ({ Way }: Places['waysIn']) => (
  <>
    <Way to="/intake" title="Photos with label cards">
      Print numbered cards and photograph each card, then its piece. The shop sorts them into
      drafts.
    </Way>
    <Way to="/intake" title="Photos alone">
      Drop them all at once. Tell the shop where each piece begins, and complete the drafts one by
      one.
    </Way>
  </>
);

export const intake = {
  screens: {
    intake: { Screen: lazy(() => import('./intake-desk-page.tsx')) },
    intakeTable: { Screen: lazy(() => import('./table/draft-table-page.tsx')) },
  },
  manageLinks: [{ order: 30, Part: IntakeLink }],
  waysIn: [{ order: 10, Part: PhotoWays }],
  useEditRow: useDraftRow,
  device: { forget: async () => (await import('./unsent-queries.ts')).forgetAllUnsent() },
} satisfies DeskFeature;
