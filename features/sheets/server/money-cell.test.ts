import { expect, test } from 'vitest';
import { readMoney } from './money-cell.ts';

const read = (money: string) => readMoney({ money }, 10_000, 1)?.money;

test('a cell of money that does not say leaves it to the other columns', () => {
  expect([read(''), readMoney({}, 10_000, 1), read('none')]).toEqual([undefined, undefined, []]);
});

test('a cell of money is read as it is typed, with a date alone and what is left out', () => {
  expect(
    read(
      'payment 100.00 on 2026-11-21 by PayPal fee 3.20, refund 5 on 2026-11-22T09:00:00Z line 1',
    ),
  ).toEqual([
    {
      kind: 'payment',
      cents: 10_000,
      at: '2026-11-21T00:00:00.000Z',
      method: 'PayPal',
      feeCents: 320,
      line: null,
      surplusCents: 0,
      origin: 'marked',
      hash: null,
      payer: null,
      note: null,
    },
    {
      kind: 'refund',
      cents: 500,
      at: '2026-11-22T09:00:00.000Z',
      method: null,
      feeCents: 0,
      line: 1,
      surplusCents: 0,
      origin: 'marked',
      hash: null,
      payer: null,
      note: null,
    },
  ]);
});

test.each([
  ['payment all', 'We can’t read “payment all”'],
  ['payment 0 on 2026-11-21', 'We can’t read'],
  ['payment 100.00 on yesterday', 'Please enter a date'],
  ['payment 100.00 on 2026-11-21 by Shells', 'We can’t read'],
  ['payment 1.00 on 2026-11-21 fee 2.00', 'We can’t read'],
  ['payment 1.00 on 2026-11-21 line 2', 'We can’t read'],
  ['refund 1.00 on 2026-11-21', 'More was refunded than paid'],
  ['payment 999.00 on 2026-11-21', 'More was paid than the total'],
  ['payment 999.00 on 2026-11-21, surplus 5', 'More was paid than the total'],
  ['payment 50.00 on 2026-11-21, refund 1.00 on 2026-11-21 over 2.00', 'We can’t read'],
  ['payment 50.00 on 2026-11-21 over 2.00', 'We can’t read'],
])('“%s” is refused with words', (cell, message) => {
  expect(() => read(cell)).toThrow(message);
});

test('what settles an order and what was typed apart come back as they went out', () => {
  const cell = 'payment 60.00 on 2026-11-21 as typed, written off 40.00';
  expect(readMoney({ money: cell }, 10_000, 1)).toMatchObject({
    money: [{ cents: 6_000, origin: 'typed' }],
    writtenOff: 4_000,
  });
  const gift = 'payment 120.00 on 2026-11-21, surplus 20.00, gift 20.00';
  expect(readMoney({ money: gift }, 10_000, 1)?.writtenOff).toBe(-2_000);
});
