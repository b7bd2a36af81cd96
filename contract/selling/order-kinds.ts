/** How orders come about, and what follows from it. Free of schemas, so pages may import it. */

import { keysOf } from '#contract/catalogue/statuses.ts';
import type { OrderStatus } from './order-statuses.ts';
import { payableHandle } from './venmo.ts';

type OrderKindEntry = {
  /** What the admin reads beside the status; null: the usual way, which needs no words. */
  label: string | null;
  /** The same while it is pending. */
  heldLabel: string | null;
  /** Whether its buyer ordered in the shop and pays by Venmo; else the admin says in words how it was paid. */
  isPaidByVenmo: boolean;
};

/** A new kind is an entry here and a migration (`server/platform/db/migrations/check-values.ts`). */
export const orderKindTable = {
  cart: { label: null, heldLabel: null, isPaidByVenmo: true },
  direct: { label: null, heldLabel: null, isPaidByVenmo: true },
  /** A sale at a show or by phone, which the admin has entered, or a piece that is on hold for somebody on the phone. */
  elsewhere: { label: 'Sold elsewhere', heldLabel: 'Entered by hand', isPaidByVenmo: false },
} as const satisfies Record<string, OrderKindEntry>;

export type OrderKind = keyof typeof orderKindTable;
export const orderKinds = keysOf(orderKindTable);
/** What the admin reads of how an order came about; null where it needs no words. */
export const kindLabel = ({ kind, status }: { kind: OrderKind; status: OrderStatus }): string | null =>
  orderKindTable[kind][status === 'pending' ? 'heldLabel' : 'label'];
/** Orders that a buyer places. */
export type PlacedKind = { [Kind in OrderKind]: (typeof orderKindTable)[Kind]['isPaidByVenmo'] extends true ? Kind : never }[OrderKind];

/** The handle that the buyer of an order pays to, with its @; null where it is not paid by Venmo, as a sale made elsewhere that was moved back to pending. */
export const handleToPay = (order: { kind: OrderKind }, venmo: Parameters<typeof payableHandle>[0]): string | null =>
  orderKindTable[order.kind].isPaidByVenmo ? payableHandle(venmo) : null;
