/** Pages import this: keep schemas out. */

import { keysOf } from '#core/contract/tables.ts';
import type { OrderStatus } from './order-statuses.ts';

type OrderKindEntry = {
  /** null: the usual way. */
  label: string | null;
  /** Shown while the order is pending. */
  heldLabel: string | null;
  /** Else the admin says how it was paid, though one on hold can be paid by Venmo. */
  isPaidByVenmo: boolean;
};

/** A new kind is an entry here and a migration (`platform/db/migrations/check-values.ts`). */
export const orderKindTable = {
  cart: { label: null, heldLabel: null, isPaidByVenmo: true },
  direct: { label: null, heldLabel: null, isPaidByVenmo: true },
  elsewhere: { label: 'Sold elsewhere', heldLabel: 'Entered by hand', isPaidByVenmo: false },
} as const satisfies Record<string, OrderKindEntry>;

export type OrderKind = keyof typeof orderKindTable;
export const orderKinds = keysOf(orderKindTable);
/** null where it needs no words. */
export const kindLabel = ({
  kind,
  status,
}: {
  kind: OrderKind;
  status: OrderStatus;
}): string | null => orderKindTable[kind][status === 'pending' ? 'heldLabel' : 'label'];
export type PlacedKind = {
  [Kind in OrderKind]: (typeof orderKindTable)[Kind]['isPaidByVenmo'] extends true ? Kind : never;
}[OrderKind];
