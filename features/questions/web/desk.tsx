import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { DeskFeature, Places, TodayActionProps } from '#core/web/desk-feature.ts';
import { questionTodayKinds } from '#features/questions/contract/today-kinds.ts';
import { buttonClass } from '#ui/button.tsx';

const InboxRoom = ({ Room, waiting }: Places['deskRooms']) => (
  <Room to="/inbox" count={waiting((kind) => kind === 'question')}>
    Inbox
  </Room>
);

const Answer = ({ row, button }: TodayActionProps) => (
  <Link
    to="/inbox"
    search={{ question: row.id }}
    hash={`question-${row.id}`}
    activeProps={{}}
    className={buttonClass('outline', 'px-4!')}
    aria-label={`${button}: ${row.detail}, ${row.title}`}
  >
    {button}
  </Link>
);

export const questions = {
  screens: { inbox: { Screen: lazy(() => import('./inbox-desk-page.tsx')) } },
  deskRooms: [{ order: 10, Part: InboxRoom }],
  today: { question: { ...questionTodayKinds.question, Action: Answer, all: { to: '/inbox' } } },
} satisfies DeskFeature;
