import { expect, test } from 'vitest';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import { endedUnpaid, stepsOf } from './order-steps.ts';
import type { OrderRow } from './orders.queries.ts';

const order = (status: OrderStatus, payment_reported_at: string | null = null) =>
  ({ created_at: 'placing', status, payment_reported_at }) as OrderRow;
const moves = (...statuses: string[]) =>
  statuses.slice(1).map((to, n) => ({
    created_at: `${to} at ${n}`,
    kind: 'order_status',
    data: { from: statuses[n], to },
  }));
const said = (row: OrderRow, events: ReturnType<typeof moves>) =>
  stepsOf(row, events).map(
    ({ step, at, isDone }) => `${step}${isDone ? ` (${at ?? 'some time'})` : ''}`,
  );

test.each<[OrderStatus, string[], string[]]>([
  ['pending', ['pending'], ['placed (placing)', 'paid', 'shipped', 'delivered']],
  [
    'shipped',
    ['pending', 'paid', 'shipped'],
    ['placed (placing)', 'paid (paid at 0)', 'shipped (shipped at 1)', 'delivered'],
  ],
  [
    'shipped',
    ['pending', 'shipped'],
    ['placed (placing)', 'paid (some time)', 'shipped (shipped at 0)', 'delivered'],
  ],
  // A correction is no payment.
  [
    'paid',
    ['pending', 'paid', 'shipped', 'paid'],
    ['placed (placing)', 'paid (paid at 0)', 'shipped', 'delivered'],
  ],
  [
    'paid',
    ['pending', 'paid', 'pending', 'paid'],
    ['placed (placing)', 'paid (paid at 2)', 'shipped', 'delivered'],
  ],
  [
    'paid',
    ['pending', 'cancelled', 'paid'],
    ['placed (placing)', 'paid (paid at 1)', 'shipped', 'delivered'],
  ],
  ['cancelled', ['pending', 'cancelled'], ['placed (placing)', 'cancelled (cancelled at 0)']],
  // What had come before stays to be seen: nobody is told not to pay for what is paid.
  [
    'cancelled',
    ['pending', 'paid', 'cancelled'],
    ['placed (placing)', 'paid (paid at 0)', 'cancelled (cancelled at 1)'],
  ],
  [
    'cancelled',
    ['pending', 'paid', 'pending', 'cancelled'],
    ['placed (placing)', 'cancelled (cancelled at 2)'],
  ],
  // A status that the shop no longer has is no place on the course.
  [
    'cancelled',
    ['pending', 'paid', 'set aside', 'cancelled'],
    ['placed (placing)', 'paid (paid at 0)', 'cancelled (cancelled at 2)'],
  ],
  // Such as one that was imported.
  ['cancelled', [], ['placed (placing)', 'cancelled (some time)']],
])('an order that is %s after %j shows the steps %j', (status, statuses, steps) => {
  expect(said(order(status), moves(...statuses))).toEqual(steps);
});

test('a reported payment is a step between the order and its confirmation', () => {
  expect(said(order('pending', 'reporting'), [])).toEqual([
    'placed (placing)',
    'reported (reporting)',
    'paid',
    'shipped',
    'delivered',
  ]);
});

test('what else happened to an order is no step of it, whatever statuses it names', () => {
  const noted = (from: string, to: string) => ({
    created_at: 'noted',
    kind: 'order_noted',
    data: { from, to },
  });
  const others = [noted('pending', 'paid'), noted('shipped', 'cancelled')];
  const around = (...statuses: string[]) => [...others, ...moves(...statuses), ...others];
  expect(said(order('paid'), around('pending', 'paid'))).toEqual([
    'placed (placing)',
    'paid (paid at 0)',
    'shipped',
    'delivered',
  ]);
  expect(said(order('cancelled'), around('pending', 'cancelled'))).toEqual([
    'placed (placing)',
    'cancelled (cancelled at 0)',
  ]);
});

test.each([
  ['its hold ended', ['hold_ended', 'release', 'order_status'], 'cancelled', true],
  ['the shop cancelled it', ['order_status'], 'cancelled', false],
  ['it is open again', ['hold_ended', 'order_status', 'order_status'], 'pending', false],
  ['nothing is known of its past', [], 'cancelled', false],
] as const)(
  'whether a missing payment has cancelled an order: %s',
  (_, kinds, status, isUnpaid) => {
    const events = kinds.map((kind) => ({ created_at: 'now', kind, data: {} }));
    expect(endedUnpaid(order(status), events)).toBe(isUnpaid);
    // An end that was undone since.
    expect(
      endedUnpaid(order('cancelled'), [
        ...events,
        { created_at: 'later', kind: 'order_status', data: {} },
      ]),
    ).toBe(false);
  },
);
