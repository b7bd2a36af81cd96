import { lazy } from 'react';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { lazyPart } from '#core/web/lazy-part.tsx';

const load = () => import('./buyer-data.tsx');

export const privacy = {
  rooms: {
    'Buyer Data': {
      group: 'Data',
      order: 30,
      Room: lazy(async () => ({ default: (await load()).BuyerDataPanel })),
    },
  },
  orderRemoval: [
    {
      order: 5,
      Part: lazyPart<Places['orderRemoval']>(async () => ({
        default: (await import('./erase-order.tsx')).EraseOrder,
      })),
    },
    {
      order: 10,
      Part: lazyPart<Places['orderRemoval']>(async () => ({
        default: (await load()).BuyerDataButton,
      })),
    },
  ],
} satisfies DeskFeature;
