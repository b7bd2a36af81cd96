import { expect, test } from 'vitest';
import { nextStepOf } from './next-step.ts';
import { hasEnded, orderStatuses } from './order-statuses.ts';

const none = {
  dueAmount: '0.00',
  surplusAmount: '0.00',
  toRefundAmount: '0.00',
  proposal: null,
};
const money = {
  settled: none,
  due: { ...none, dueAmount: '38.00' },
  surplus: { ...none, surplusAmount: '20.00' },
  toRefund: { ...none, toRefundAmount: '188.00' },
  asked: { ...none, dueAmount: '38.00', proposal: {} },
};

test('each status with each state of its money waits for one thing', () => {
  const table = Object.fromEntries(
    orderStatuses.map((status) => [
      status,
      Object.fromEntries(
        Object.entries(money).map(([name, facts]) => {
          const { waitsFor, cents } = nextStepOf({ ...facts, status });
          return [name, cents === 0 ? waitsFor : `${waitsFor} ${cents}`];
        }),
      ),
    ]),
  );
  expect(table).toEqual({
    pending: {
      settled: 'payment',
      due: 'payment 3800',
      surplus: 'payment',
      toRefund: 'payment',
      asked: 'answer 3800',
    },
    paid: {
      settled: 'packing',
      due: 'payment 3800',
      surplus: 'refund 2000',
      toRefund: 'packing',
      asked: 'answer 3800',
    },
    shipped: {
      settled: 'arrival',
      due: 'payment 3800',
      surplus: 'refund 2000',
      toRefund: 'arrival',
      asked: 'payment 3800',
    },
    delivered: {
      settled: 'nothing',
      due: 'payment 3800',
      surplus: 'refund 2000',
      toRefund: 'nothing',
      asked: 'payment 3800',
    },
    cancelled: {
      settled: 'nothing',
      due: 'nothing',
      surplus: 'nothing',
      toRefund: 'refund 18800',
      asked: 'nothing',
    },
  });
});

test('no order waits for a payment of what it has given up', () => {
  for (const status of orderStatuses.filter(hasEnded))
    expect(nextStepOf({ ...money.due, status }).waitsFor).not.toBe('payment');
});
