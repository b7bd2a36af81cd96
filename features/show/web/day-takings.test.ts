import { expect, test } from 'vitest';
import { dayTakings, type StoredTakings } from './day-takings.ts';
import { type Entry, newEnding, newHold, newSale, type SaleEntry } from './entries.ts';
import { recorded, settled } from './queue-rules.ts';

const piece = { id: 12, title: 'Azurite', price: '90.00', free: 1 };
const NOON = Date.parse('2026-11-21T19:00:00.000Z');
const ZONE = 'America/Denver';
const DAY = '2026-11-21';

const sale = (
  key: string,
  price: string,
  typed: Partial<SaleEntry['typed']> = {},
  when = NOON,
): SaleEntry => {
  const begun = newSale(key, when, piece);
  return recorded({ ...begun, typed: { ...begun.typed, price, ...typed } }, when);
};
const back = newEnding('back', NOON, {
  what: 'return',
  orderId: 4,
  title: 'Azurite',
  lines: [],
  price: '30',
  receivedAmount: '30.00',
  method: 'Cash',
});
const stored = (moves: { orderId: number; kind: 'payment' | 'refund' }[] = []): StoredTakings => ({
  day: DAY,
  asOf: '',
  received: '50.00',
  refunded: '0.00',
  readAt: NOON + 500,
  ways: [{ method: 'Card', received: '50.00', refunded: '0.00' }],
  moves: moves.map((move) => ({
    ...move,
    at: '',
    amount: '1.00',
    method: '',
    lines: [],
    customerName: '',
    customerEmail: '',
    status: 'delivered',
    receivedAmount: '1.00',
    secretPath: '',
  })),
});

test('without the shop, the takings are what was recorded here on that day of the shop’s calendar', () => {
  const correction = sale('c', '70', {
    method: 'Card',
    insteadOf: { orderId: 3, receivedAmount: '90.00', method: 'Cash', lines: [] },
  });
  const entries: Entry[] = [
    sale('a', '120', { method: 'Cash' }),
    sale('b', '10', {
      further: [{ specimenId: 1, title: '', free: 2, price: '5', quantity: '2' }],
    }),
    back,
    correction,
    newSale('draft', NOON, piece),
    recorded(newHold('hold', NOON, piece), NOON),
    // Six in the evening of the day before.
    sale('earlier', '1000', {}, Date.parse('2026-11-21T01:00:00.000Z')),
  ];
  expect(dayTakings(entries, null, DAY, ZONE)).toEqual({
    received: 21_000,
    refunded: 12_000,
    unsent: 4,
    ways: [
      { method: 'Card', received: 7_000, refunded: 0 },
      { method: 'Cash', received: 12_000, refunded: 12_000 },
      { method: '', received: 2_000, refunded: 0 },
    ],
  });
  expect(dayTakings([{ ...sale('x', '5'), state: 'conflict' }], null, DAY, ZONE)).toMatchObject({
    received: 500,
    unsent: 1,
  });
  // A hold that is put back on sale moves no money.
  expect(
    dayTakings([{ ...back, typed: { ...back.typed, what: 'release' } }], null, DAY, ZONE),
  ).toMatchObject({ refunded: 0, unsent: 0 });
  expect(dayTakings([{ ...back, state: 'refused' }], null, DAY, ZONE)).toMatchObject({
    refunded: 0,
    unsent: 0,
  });
});

test('what the shop has counted is not counted again, and what it has not yet is', () => {
  const sent = settled(sale('a', '120', { method: 'Cash' }), { kind: 'sent', id: 5 }, NOON + 1_000);
  const returned = settled(back, { kind: 'sent', id: 4 }, NOON + 1_000);
  expect(dayTakings([sent, returned], stored(), DAY, ZONE)).toMatchObject({
    received: 17_000,
    refunded: 3_000,
    unsent: 0,
  });
  const counted = stored([
    { orderId: 5, kind: 'payment' },
    { orderId: 4, kind: 'refund' },
  ]);
  expect(dayTakings([sent, returned], counted, DAY, ZONE)).toMatchObject({
    received: 5_000,
    refunded: 0,
  });
  // The shop was asked after it had arrived, and does not have it anymore.
  expect(dayTakings([{ ...sent, sentAt: NOON }], stored(), DAY, ZONE)).toMatchObject({
    received: 5_000,
  });
  // Its figures are of another day.
  expect(dayTakings([sent], { ...stored(), day: '2026-11-20' }, DAY, ZONE)).toMatchObject({
    received: 12_000,
  });
});
