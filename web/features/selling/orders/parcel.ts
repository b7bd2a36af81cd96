/** What is typed of an order's parcel, until it is saved or the order is shipped. */
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';

export type Parcel = {
  carrier: string;
  trackingNumber: string;
  /** Of a sale made elsewhere alone: an order placed in the shop already has the address. */
  customerAddress?: string;
};

export const savedParcel = (order: OrderDetail): Parcel => ({
  carrier: order.carrier ?? '',
  trackingNumber: order.trackingNumber ?? '',
  ...(!orderKindTable[order.kind].isPaidByVenmo && { customerAddress: order.customerAddress }),
});

export const isSameParcel = (one: Parcel, other: Parcel): boolean =>
  (['carrier', 'trackingNumber', 'customerAddress'] as const).every((field) => (one[field] ?? '').trim() === (other[field] ?? '').trim());
