import type { DeskFeature } from '#core/web/desk-feature.ts';
import { BlockedEmails } from './blocked-emails.tsx';
import { NewBuyersPanel } from './new-buyers-panel.tsx';

export const newBuyers = {
  aboveOrders: [{ order: 10, Part: NewBuyersPanel }],
  belowOrders: [{ order: 10, Part: BlockedEmails }],
} satisfies DeskFeature;
