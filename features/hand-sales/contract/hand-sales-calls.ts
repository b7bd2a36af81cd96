import type { CallTable } from '#core/contract/calls.ts';
import { keyHeaders } from '#core/contract/selling/idempotency-key.ts';
import { orderDetail } from '#core/contract/selling/orders.ts';
import { sale } from './sales.ts';

export const handSaleCalls = {
  'POST /api/manage/sales': {
    about: '201 with the order of a sale made elsewhere; 409 naming the order that has the piece',
    headers: keyHeaders,
    body: sale,
    response: orderDetail,
    status: 201,
  },
} as const satisfies CallTable;

type HandSaleCalls = typeof handSaleCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends HandSaleCalls {}
}
