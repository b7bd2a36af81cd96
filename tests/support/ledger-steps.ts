/** A shop around New Year, and what may happen in it, for the test of the ledger. */
import fc from 'fast-check';
import { formatAmount } from '#core/contract/money.ts';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';

const piece = fc.nat(3);
const price = fc.integer({ min: 1, max: 99_999 }).map(formatAmount);
const cost = fc.option(fc.integer({ min: 0, max: 150_000 }).map(formatAmount));
export const shop = fc.record({
  pieces: fc.array(
    fc.record({ price, shippingPrice: fc.constantFrom('', '0.01', '3.33', '12'), cost }),
    { minLength: 4, maxLength: 4 },
  ),
  shipping: fc.constantFrom<[string, string, string]>(
    ['each', '0', '500'],
    ['dearest', '0', ''],
    ['flat', '7.77', '300'],
  ),
  timeZone: fc.constantFrom(
    'America/New_York',
    'Pacific/Kiritimati',
    'Asia/Kathmandu',
    'Pacific/Pago_Pago',
  ),
  /** When it begins, in hours from New Year in UTC. */
  begins: fc.integer({ min: -40, max: -10 }),
});
const order = fc.nat(7);
/** `order` and `piece` count from the first that there is. */
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('cart' as const),
      lines: fc.uniqueArray(piece, { minLength: 1, maxLength: 4 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('direct' as const), piece }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('elsewhere' as const),
      piece,
      price,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      piece,
      price,
      shipping: fc.nat(999),
      paid: fc.boolean(),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      order,
      status: fc.constantFrom<OrderStatus>(
        'paid',
        'paid',
        'shipped',
        'delivered',
        'cancelled',
        'pending',
      ),
      fee: fc.constantFrom('', '0.01'),
    }),
  },
  // By a thousandth of what the shop has, so that whole refunds come up.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      order,
      part: fc.constantFrom(1, 333, 500, 1000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cancelPaid' as const),
      order,
      part: fc.constantFrom(0, 250, 1000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 45, 300, 900),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('deleteOrder' as const, 'erase' as const),
      order,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteSpecimen' as const), piece }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cost' as const), piece, cost }) },
);
