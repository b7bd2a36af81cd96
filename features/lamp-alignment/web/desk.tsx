import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { lazyPart } from '#core/web/lazy-part.tsx';

const AlignmentField = lazyPart<Places['picture']>(() => import('./alignment-field.tsx'));

export const lampAlignment = {
  picture: [{ order: 10, Part: AlignmentField }],
  failedJobs: {
    alignment: 'We couldn’t align this photo with the daylight photo, so it’s shown as taken.',
  },
} satisfies DeskFeature;
