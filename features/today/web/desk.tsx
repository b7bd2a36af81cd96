import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { isBuyers } from '#features/today/contract/today-kinds.ts';
import { todayQuery } from './today-queries.ts';

const TodayLink = ({ Room, waiting }: Places['firstDeskRooms']) => (
  <Room to="/today" count={waiting((kind) => !isBuyers(kind))}>
    Today
  </Room>
);

export const today = {
  screens: { today: { Screen: lazy(() => import('./today-desk-page.tsx')) } },
  firstDeskRooms: [{ order: 10, Part: TodayLink }],
  useWaiting() {
    const { data } = useQuery(todayQuery);
    return (isCounted) =>
      (data?.groups ?? []).reduce(
        (sum, { kind, count }) => (isCounted(kind) ? sum + count : sum),
        0,
      );
  },
} satisfies DeskFeature;
