import type { DeskFeature } from '#core/web/desk-feature.ts';
import { SellOnCard, SellOnPage } from './sell-buttons.tsx';

export const handSales = {
  editActions: [{ order: 10, Part: SellOnPage }],
  cardActions: [{ order: 10, Part: SellOnCard }],
} satisfies DeskFeature;
