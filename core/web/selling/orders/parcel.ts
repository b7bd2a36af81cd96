import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';

export const SHIPPING = 'shipping';

export type Parcel = {
  carrier: string;
  trackingNumber: string;
  /** An order placed in the shop has the address. */
  customerAddress?: string;
};

export const savedParcel = (order: OrderDetail): Parcel => ({
  carrier: order.carrier ?? '',
  trackingNumber: order.trackingNumber ?? '',
  ...(!orderKindTable[order.kind].isPaidByVenmo && { customerAddress: order.customerAddress }),
});

export const isSameParcel = (one: Parcel, other: Parcel): boolean =>
  (['carrier', 'trackingNumber', 'customerAddress'] as const).every(
    (field) => (one[field] ?? '').trim() === (other[field] ?? '').trim(),
  );
