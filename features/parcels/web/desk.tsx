import type { DeskFeature } from '#core/web/desk-feature.ts';
import { OrderTogether } from './order-together.tsx';

export const parcels = {
  orderShipping: [{ order: 10, Part: OrderTogether }],
} satisfies DeskFeature;
