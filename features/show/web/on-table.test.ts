import { expect, test } from 'vitest';
import {
  centsOf,
  correctedSale,
  type Entry,
  type Move,
  newEnding,
  newHold,
  newSale,
  saleFromHold,
  type TypedEnding,
} from './entries.ts';
import { onTable, soldHere } from './on-table.ts';
import { mayBeThere, recorded, settled, tried, withHold } from './queue-rules.ts';

const HOUR = 3_600_000;
const TAKEN = 1_000;
const NOW = 10_000;
const until = new Date(NOW + HOUR).toISOString();
const wanda = { orderId: 7, customerName: 'Wanda', pieces: 1, until, price: '80.00' };
const piece = { id: 12, title: 'Azurite', price: '90.00', free: 1, holds: [] };
const at = (entries: Entry[], one: Parameters<typeof onTable>[0] = piece, now = NOW) =>
  onTable(one, entries, TAKEN, now);

test('a hold that was typed here keeps the piece until its time, unless it is only begun', () => {
  const hold = newHold('h', NOW, piece);
  expect(at([hold])).toEqual({ free: 1, sold: 0, holds: [] });
  const waiting = recorded(
    { ...hold, typed: { ...hold.typed, customerName: 'Wanda', until: NOW + HOUR } },
    NOW,
  );
  const held = {
    orderId: null,
    key: 'h',
    customerName: 'Wanda',
    pieces: 1,
    until: NOW + HOUR,
    price: '90.00',
  };
  expect(at([waiting])).toEqual({ free: 0, sold: 0, holds: [held] });
  expect(at([waiting], piece, NOW + HOUR)).toEqual({ free: 1, sold: 0, holds: [] });
  const sent = settled(waiting, { kind: 'sent', id: 7 }, 20_000);
  expect(at([sent]).holds).toEqual([{ ...held, orderId: 7 }]);
  // A list that was made later knows of it.
  expect(onTable({ ...piece, free: 0, holds: [wanda] }, [sent], 30_000, NOW).holds).toEqual([
    { ...wanda, key: null, until: NOW + HOUR },
  ]);
});

test('a hold of the list ends at its time, when it is let go, and when it is sold', () => {
  const listed = { ...piece, free: 0, holds: [wanda] };
  expect(at([], listed)).toMatchObject({ free: 0, holds: [{ orderId: 7, customerName: 'Wanda' }] });
  expect(at([], listed, NOW + HOUR)).toEqual({ free: 1, sold: 0, holds: [] });
  const release: TypedEnding = {
    what: 'release',
    orderId: 7,
    title: 'Azurite',
    lines: [],
    price: '',
    receivedAmount: '',
    method: 'Other',
  };
  expect(at([newEnding('e', NOW, release)], listed)).toEqual({ free: 1, sold: 0, holds: [] });
  const line = { specimenId: 12, title: 'Azurite', free: 1, price: '80.00', quantity: '1' };
  const sale = saleFromHold('s', NOW, [line], { orderId: 7, key: null, customerName: 'Wanda' });
  expect(at([sale], listed).holds).toHaveLength(1);
  expect(at([recorded(sale, NOW)], listed)).toEqual({ free: 0, sold: 1, holds: [] });
  // From one that the shop does not have yet.
  const hold = recorded(
    {
      ...newHold('h', NOW, piece),
      typed: { ...newHold('h', NOW, piece).typed, until: NOW + HOUR },
    },
    NOW,
  );
  const fromKey = recorded(
    saleFromHold('t', NOW, [line], { orderId: null, key: 'h', customerName: '' }),
    NOW,
  );
  expect(at([hold, fromKey])).toEqual({ free: 0, sold: 1, holds: [] });
});

test('of a sale of several every piece is sold, and one that is taken back or corrected is free again', () => {
  const begun = newSale('s', NOW, piece);
  const other = { specimenId: 13, title: 'Beryl', free: 1, price: '10', quantity: '1' };
  const sale = recorded({ ...begun, typed: { ...begun.typed, further: [other] } }, NOW);
  expect([12, 13, 14].map((id) => soldHere([sale], id, TAKEN))).toEqual([1, 1, 0]);
  const back = newEnding('b', NOW, {
    what: 'return',
    orderId: 9,
    title: 'Azurite',
    price: '100',
    receivedAmount: '100',
    method: 'Cash',
    lines: [
      { specimenId: 12, quantity: 1 },
      { specimenId: 13, quantity: 1 },
    ],
  });
  expect(at([sale, back])).toEqual({ free: 1, sold: 0, holds: [] });
  const move: Move = {
    orderId: 9,
    kind: 'payment',
    at: until,
    amount: '100.00',
    method: 'Cash',
    customerName: '',
    customerEmail: 'bo@x.example',
    status: 'delivered',
    secretPath: '/x',
    receivedAmount: '100.00',
    lines: [{ specimenId: 12, title: 'Azurite', quantity: 1, price: '100.00' }],
  };
  const corrected = correctedSale('c', NOW, move);
  expect(corrected?.typed).toMatchObject({
    price: '100.00',
    paidHow: 'Cash',
    customerEmail: 'bo@x.example',
    insteadOf: { orderId: 9, receivedAmount: '100.00' },
    total: '',
  });
  expect(corrected && soldHere([sale, recorded(corrected, NOW)], 12, TAKEN)).toBe(1);
  const gone = { specimenId: null, title: 'Gone', quantity: 1, price: '1.00' };
  expect(correctedSale('d', NOW, { ...move, lines: [...move.lines, gone] })).toBeNull();
});

test('a corrected sale begins with what the shop has of its buyer', () => {
  const sold: Move = {
    orderId: 9,
    kind: 'payment',
    at: until,
    amount: '100.00',
    method: 'Cash',
    customerName: '',
    customerEmail: '',
    status: 'delivered',
    secretPath: '/x',
    receivedAmount: '100.00',
    lines: [{ specimenId: 12, title: 'Azurite', quantity: 2, price: '50.00' }],
  };
  const begun = (receivedAmount: string) => {
    const sale = correctedSale('c', NOW, { ...sold, receivedAmount });
    return sale && [sale.typed.total, centsOf(sale)];
  };
  // Nothing else came; some was refunded; shipping came too; all was refunded, and the buyer pays again.
  expect([begun('100.00'), begun('80.00'), begun('112.50'), begun('0.00')]).toEqual([
    ['', 10_000],
    ['80.00', 8_000],
    ['112.50', 11_250],
    ['', 10_000],
  ]);
});

test('the release of a hold that the shop may have waits for its order', () => {
  const begun = newHold('h', NOW, piece);
  const hold = recorded({ ...begun, typed: { ...begun.typed, until: NOW + HOUR } }, NOW);
  const release = newEnding('e', NOW, {
    what: 'release',
    orderId: null,
    holdKey: 'h',
    title: 'Azurite',
    lines: [],
    price: '',
    receivedAmount: '',
    method: 'Other',
  });
  expect([
    mayBeThere(hold),
    mayBeThere(tried(hold, [])),
    mayBeThere({ ...tried(hold, []), state: 'refused' }),
  ]).toEqual([false, true, false]);
  // The piece is free on this device at once.
  expect(at([hold]).holds).toHaveLength(1);
  expect(at([tried(hold, []), release])).toEqual({ free: 1, sold: 0, holds: [] });
  const named = (change: Partial<Entry>) =>
    withHold(release, [{ ...hold, ...change } as Entry, release]);
  expect(named({ state: 'sent', madeId: 7 })).toMatchObject({ typed: { orderId: 7 } });
  expect([named({ state: 'refused' }), named({ state: 'conflict' })]).toEqual(['none', 'none']);
  // The shop has it in another form, or it was cleared from the list.
  expect([named({ state: 'sent', madeId: null }), withHold(release, [release])]).toEqual([
    'unknown',
    'unknown',
  ]);
});
