import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { lazyPart } from '#core/web/lazy-part.tsx';

export const turns = {
  storedVideo: [
    { order: 10, Part: lazyPart<Places['storedVideo']>(() => import('./stored-turn.tsx')) },
  ],
  chosenVideo: [
    { order: 10, Part: lazyPart<Places['chosenVideo']>(() => import('./chosen-turn.tsx')) },
  ],
} satisfies DeskFeature;
