import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { lazyPart } from '#core/web/lazy-part.tsx';

export const buyerNotices = {
  orderDeletion: [
    {
      order: 10,
      Part: lazyPart<Places['orderDeletion']>(() => import('./told-buyer.tsx')),
    },
  ],
} satisfies DeskFeature;
