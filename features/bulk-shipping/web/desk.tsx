import type { DeskFeature } from '#core/web/desk-feature.ts';
import { LastMoved } from './last-moves.tsx';
import { MoveButtons } from './move-buttons.tsx';

export const bulkShipping = {
  aboveOrders: [{ order: 20, Part: LastMoved }],
  selectedOrders: [{ order: 20, Part: MoveButtons }],
} satisfies DeskFeature;
