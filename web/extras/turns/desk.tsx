import type { DeskExtra, Places } from '#web/desk-extra.ts';
import { lazyPart } from '#web/lazy-part.tsx';

export const turns = {
  storedVideo: [{ order: 10, Part: lazyPart<Places['storedVideo']>(() => import('./stored-turn.tsx')) }],
  chosenVideo: [{ order: 10, Part: lazyPart<Places['chosenVideo']>(() => import('./chosen-turn.tsx')) }],
} satisfies DeskExtra;
