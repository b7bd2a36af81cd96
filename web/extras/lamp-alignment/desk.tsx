import type { DeskExtra, Places } from '#web/desk-extra.ts';
import { lazyPart } from '#web/lazy-part.tsx';

const AlignmentField = lazyPart<Places['picture']>(() => import('./alignment-field.tsx'));

export const lampAlignment = {
  picture: [{ order: 10, Part: AlignmentField }],
  failedJobs: { alignment: 'We couldn’t align this photo with the daylight photo, so it’s shown as taken.' },
} satisfies DeskExtra;
