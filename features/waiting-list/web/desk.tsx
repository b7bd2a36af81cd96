import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskFeature, TodayActionProps } from '#core/web/desk-feature.ts';
import { waitingTodayKinds } from '#features/waiting-list/contract/today-kinds.ts';
import { buttonClass } from '#ui/button.tsx';
import { WaitingList } from './waiting-list.tsx';

const SeeLine = ({ row, button }: TodayActionProps) => (
  <Link
    to="/edit/$id"
    params={{ id: String(row.specimenId) }}
    hash="waiting-list"
    activeProps={{}}
    className={buttonClass('outline', 'px-4!')}
    aria-label={`${button}: ${row.detail}, ${row.title}`}
  >
    {button}
  </Link>
);

export const waitingList = {
  edit: [{ order: 20, Part: WaitingList }],
  settings: [{ order: 10, Part: lazy(() => import('./waiting-panel.tsx')) }],
  today: { nextInLine: { ...waitingTodayKinds.nextInLine, Action: SeeLine } },
} satisfies DeskFeature;
