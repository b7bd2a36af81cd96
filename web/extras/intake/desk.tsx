import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskExtra } from '#web/desk-extra.ts';
import { useDraftRow } from './draft-row.tsx';

const IntakeLink = ({ link }: { link: string }) => (
  <li>
    <Link to="/intake" className={link}>
      Intake
    </Link>
  </li>
);

export const intake = {
  screens: {
    intake: { Screen: lazy(() => import('./intake-desk-page.tsx')) },
    intakeTable: { Screen: lazy(() => import('./table/draft-table-page.tsx')) },
  },
  manageLinks: [{ order: 30, Part: IntakeLink }],
  useEditRow: useDraftRow,
  device: { forget: async () => (await import('./unsent-queries.ts')).forgetAllUnsent() },
} satisfies DeskExtra;
