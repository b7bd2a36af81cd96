import type { CallTable } from '#core/contract/calls.ts';
import { orderDetail } from '#core/contract/selling/orders.ts';
import { togetherInput, togetherPreview, togetherQuery } from './sent-together.ts';

export const parcelCalls = {
  'GET /api/manage/orders/:id/parcel': {
    about: 'what sending `orders=12,13` together with this order would do',
    query: togetherQuery,
    response: togetherPreview,
  },
  'POST /api/manage/orders/:id/parcel': {
    about:
      'sends orders of one buyer together: `{"orders": [12], "takesOff": true, "shippingAmount": "21.00", "method": "Zelle"}`; shipping one ships all',
    body: togetherInput,
    response: orderDetail,
  },
  'DELETE /api/manage/orders/:id/parcel': {
    about: 'sends the order separately again; its shipping stays as it is',
    response: orderDetail,
  },
} as const satisfies CallTable;

type ParcelCalls = typeof parcelCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends ParcelCalls {}
}
