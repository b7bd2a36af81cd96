import { describe, expect, test } from 'vitest';
import { noteOf, pieceData, saleBody } from './bodies.ts';
import { type Entry, newPiece, newSale } from './entries.ts';
import { soldHere } from './on-table.ts';
import {
  afterSession,
  countWords,
  isEmpty,
  lossWords,
  outcomeOf,
  recorded,
  reopened,
  settled,
  toSend,
  typingErrors,
} from './queue-rules.ts';

const piece = { id: 12, title: 'Azurite', price: '90.00', free: 1 };
const sale = (key = 'a', begunAt = 1_000) => newSale(key, begunAt, piece);
const found = (key = 'p') => newPiece(key, 1_000, { category: 'Minerals', catalogueNumber: '' });
const problem = (code: string, message = 'No.', more: object = {}) => ({ code, message, ...more });

describe('what is sent', () => {
  test('is what was recorded, in that sequence, whatever was begun first', () => {
    const entries: Entry[] = [
      recorded(sale('late', 1), 30),
      sale('draft', 0),
      recorded(found('first'), 10),
      { ...recorded(sale('done', 2), 5), state: 'sent' },
      { ...recorded(sale('contested', 2), 6), state: 'conflict' },
      recorded(sale('same-b', 4), 20),
      recorded(sale('same-a', 3), 20),
    ];
    expect(toSend(entries).map(({ key }) => key)).toEqual(['first', 'same-a', 'same-b', 'late']);
  });

  test('is sorted by its keys where it was begun and recorded at once, however it is stored', () => {
    const [a, b] = [recorded(sale('a', 4), 20), recorded(sale('b', 4), 20)];
    expect(
      [toSend([a, b]), toSend([b, a])].map((entries) => entries.map(({ key }) => key)),
    ).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('keeps the instant of the sale however often it is mended, and its key', () => {
    const first = recorded(sale(), Date.parse('2026-11-20T10:00:00.000Z'));
    const again = recorded(
      reopened({ ...first, state: 'refused', message: 'No.' }),
      Date.parse('2026-11-27T10:00:00.000Z'),
    );
    expect(again).toMatchObject({ key: 'a', state: 'waiting', message: null });
    expect(saleBody(again)).toEqual({
      specimenId: 12,
      price: '90.00',
      quantity: 1,
      paidHow: '',
      status: 'delivered',
      soldAt: '2026-11-20T10:00:00.000Z',
      customerName: '',
      customerEmail: '',
      customerAddress: '',
      notes: '',
    });
  });

  test('a new piece is a hidden one, without what was not typed', () => {
    const typed = { ...found().typed, title: 'Malachite', note: 'From Jo, 40', price: ' 80 ' };
    expect(pieceData({ ...found(), typed })).toEqual({
      title: 'Malachite',
      category: 'Minerals',
      visible: false,
      privateNotes: 'From Jo, 40',
      price: '80',
    });
    expect(
      pieceData(newPiece('x', 0, { category: 'Fossils', catalogueNumber: ' A-7 ' })),
    ).toMatchObject({ catalogueNumber: 'A-7' });
    const blank = newPiece('x', 0, { category: 'Fossils', catalogueNumber: ' ' });
    expect(pieceData({ ...blank, typed: { ...blank.typed, price: ' ' } })).toEqual({
      title: '',
      category: 'Fossils',
      visible: false,
      privateNotes: '',
    });
  });
});

describe('a response', () => {
  const sentAs = (kind: Entry['kind'], status: number, body: unknown) =>
    outcomeOf(kind, status, body);

  test('settles the entry, or leaves it to be sent again', () => {
    for (const status of [200, 201, 299])
      expect(sentAs('sale', status, { id: 5 }), String(status)).toEqual({ kind: 'sent', id: 5 });
    // A number alone tells nothing: no other response of the shop has one.
    for (const status of [199, 300, 400])
      expect(sentAs('sale', status, { id: 5 }).kind, String(status)).toBe('later');
    expect(sentAs('sale', 409, problem('state_conflict'))).toEqual({
      kind: 'conflict',
      message: 'No.',
    });
    expect(sentAs('sale', 404, problem('not_found'))).toEqual({ kind: 'conflict', message: 'No.' });
    expect(sentAs('piece', 409, problem('state_conflict'))).toEqual({
      kind: 'refused',
      message: 'No.',
    });
    expect(sentAs('sale', 400, problem('invalid_input'))).toEqual({
      kind: 'refused',
      message: 'No.',
    });
    expect(sentAs('piece', 415, problem('unsupported_type'))).toEqual({
      kind: 'refused',
      message: 'No.',
    });
    expect(sentAs('sale', 401, problem('unauthorized'))).toEqual({ kind: 'login' });
    expect(sentAs('sale', 422, problem('key_reused'))).toMatchObject({ kind: 'sent', id: null });
    expect(sentAs('sale', 422, problem('key_reused', 'Used.', { madeId: 7 }))).toMatchObject({
      kind: 'sent',
      id: 7,
    });
    for (const status of [408, 429, 500, 503, 507])
      expect(sentAs('sale', status, problem('unavailable')).kind, String(status)).toBe('later');
    expect(sentAs('sale', 429, problem('too_many_requests', 'Later.', { retryAfter: 7 }))).toEqual({
      kind: 'later',
      seconds: 7,
    });
    // The page of a hall's network, which knows nothing of the shop.
    for (const status of [200, 302, 401, 403, 404, 511])
      expect(sentAs('sale', status, null).kind, String(status)).toBe('later');
    const foreign = [
      'Please log in',
      12,
      {},
      { id: '5' },
      { code: 'login' },
      { message: 'No.' },
      { code: 'login', message: 5 },
    ];
    for (const body of foreign)
      for (const status of [200, 401, 409])
        expect(sentAs('sale', status, body), `${status} ${body}`).toEqual({
          kind: 'later',
          seconds: null,
        });
  });

  test('nothing is refused or lost that was sent, and a conflict can be tried again', () => {
    const waiting = recorded(sale(), 10);
    const sent = settled(waiting, { kind: 'sent', id: 5 }, 20);
    expect(sent).toMatchObject({ state: 'sent', madeId: 5, sentAt: 20, message: null });
    expect(settled(sent, { kind: 'conflict', message: 'No.' }, 30)).toBe(sent);
    expect(settled(sent, { kind: 'sent', id: 6 }, 30)).toBe(sent);
    expect(reopened(sent)).toBe(sent);
    for (const outcome of [{ kind: 'later', seconds: null }, { kind: 'login' }] as const)
      expect(settled(waiting, outcome, 20)).toBe(waiting);
    const claims = { title: 'Azurite', free: 0, claims: [] };
    const contested = settled(waiting, { kind: 'conflict', message: 'No.' }, 20, claims);
    expect(contested).toMatchObject({
      state: 'conflict',
      message: 'No.',
      claims,
      typed: waiting.typed,
    });
    expect(recorded(contested, 99)).toEqual(waiting);
  });

  test('that comes after its words were changed in another window says so', () => {
    const changed = reopened({ ...recorded(sale(), 10), typed: { ...sale().typed, price: '70' } });
    expect(settled(changed, { kind: 'sent', id: 5 }, 20)).toMatchObject({
      state: 'sent',
      message: expect.stringContaining('already had an earlier version'),
    });
    expect(settled(changed, { kind: 'refused', message: 'No.' }, 20)).toBe(changed);
  });
});

test('what is sold here is taken off the list until the list knows of it', () => {
  const lot = { ...recorded(sale('lot'), 10), typed: { ...sale().typed, quantity: '2' } };
  const entries: Entry[] = [
    lot,
    settled(recorded(sale('b'), 11), { kind: 'sent', id: 1 }, 50),
    sale('draft'),
    found(),
  ];
  expect(soldHere(entries, 12, 40)).toBe(3);
  expect(soldHere(entries, 12, 60)).toBe(2);
  // Taken along at the instant of the sale, the list knows of it.
  expect(soldHere(entries, 12, 50)).toBe(2);
  expect(soldHere(entries, 13, 0)).toBe(0);
  const contested = settled(recorded(sale('c'), 12), { kind: 'conflict', message: 'No.' }, 60);
  expect(soldHere([{ ...contested, sentAt: 70 }, lot], 12, 40)).toBe(2);
});

test('only what is whole can be recorded', () => {
  const typed = (change: object) =>
    typingErrors({ ...sale(), typed: { ...sale().typed, ...change } }, 0);
  expect(typed({})).toBeNull();
  expect(typed({ price: 'a beer' })).toEqual({
    price: 'Please enter an amount such as 120 or 120.50',
  });
  expect(typed({ price: '0' })).toEqual({ price: 'The price must be above 0' });
  expect(typed({ quantity: '2' })).toEqual({ quantity: 'Only 1 available' });
  expect(typed({ quantity: '0.5', customerEmail: 'bo' })).toEqual({
    quantity: 'At least one piece',
    customerEmail: 'Please enter a valid email address',
  });
  // What the list says is not free may have become so: the shop decides.
  expect(typed({ free: 0 })).toBeNull();
  expect(typingErrors(found(), 0)).toEqual({
    title: 'Please provide a title for the specimen',
    pictures: 'Please take at least one photo',
  });
});

test('a sale is of whole pieces, at least one and at most what is left', () => {
  const errorOf = (quantity: string, free = 3) =>
    typingErrors({ ...sale(), typed: { ...sale().typed, quantity, free } }, 0)?.quantity ?? null;
  expect(['1', '3', ' 2 '].map((quantity) => errorOf(quantity))).toEqual([null, null, null]);
  expect(['0', '-1', '1.5', 'two', ''].map((quantity) => errorOf(quantity))).toEqual(
    Array(5).fill('At least one piece'),
  );
  expect([errorOf('4'), errorOf('2', 1), errorOf('2', 0)]).toEqual([
    'Only 3 available',
    'Only 1 available',
    'Only 0 available',
  ]);
});

test('an email address has something before and behind its @ and its dot, and no space in it', () => {
  const errorOf = (customerEmail: string) =>
    typingErrors({ ...sale(), typed: { ...sale().typed, customerEmail } }, 0)?.customerEmail ??
    null;
  for (const email of ['', '  ', 'bo@buyer.example', ' bo@buyer.example ', 'b@c.d'])
    expect(errorOf(email), email).toBeNull();
  for (const email of [
    'bo',
    'bo@buyer',
    '@buyer.example',
    'bo@.',
    'bo@buyer.',
    'bo bo@buyer.example',
    'bo@buyer.example or so',
    'bo@buyer.example,',
    '<bo@buyer.example>',
    'bo@ buyer.example',
  ])
    expect(errorOf(email), email).toBe('Please enter a valid email address');
});

test('a new piece needs a title and a picture, and a price that can be read or none', () => {
  const typed = (change: object) =>
    typingErrors(
      { ...found(), typed: { ...found().typed, title: 'Malachite', pictures: ['1'], ...change } },
      0,
    );
  for (const price of ['', '  ', '80', ' 80.50 ']) expect(typed({ price }), price).toBeNull();
  expect(typed({ price: 'a beer' })).toEqual({
    price: 'Please enter an amount such as 120 or 120.50, or leave it blank',
  });
  expect(typed({ title: '  ' })).toEqual({ title: 'Please provide a title for the specimen' });
  expect(typed({ pictures: [] })).toEqual({ pictures: 'Please take at least one photo' });
});

test('a form that was opened by mistake leaves nothing, one with a word in it stays', () => {
  expect(isEmpty(sale(), '90.00')).toBe(true);
  expect(isEmpty({ ...sale(), typed: { ...sale().typed, price: '85' } }, '90.00')).toBe(false);
  expect(isEmpty({ ...sale(), typed: { ...sale().typed, notes: 'x' } }, '90.00')).toBe(false);
  expect(isEmpty({ ...recorded(sale(), 5), state: 'draft' }, '90.00')).toBe(false);
  expect(isEmpty(found(), null)).toBe(true);
  expect(isEmpty({ ...found(), typed: { ...found().typed, pictures: ['1'] } }, null)).toBe(false);
  const typedSale = (change: object) =>
    isEmpty({ ...sale(), typed: { ...sale().typed, ...change } }, '90.00');
  for (const field of ['paidHow', 'customerName', 'customerEmail', 'customerAddress', 'notes'])
    expect([typedSale({ [field]: ' x' }), typedSale({ [field]: '  ' })], field).toEqual([
      false,
      true,
    ]);
  expect(typedSale({ quantity: '2' })).toBe(false);
  const typedPiece = (change: object) =>
    isEmpty({ ...found(), typed: { ...found().typed, ...change } }, null);
  for (const field of ['title', 'price', 'note'])
    expect([typedPiece({ [field]: ' x' }), typedPiece({ [field]: '  ' })], field).toEqual([
      false,
      true,
    ]);
});

test('a logout says what it would lose: all that is not in the shop', () => {
  const entries: Entry[] = [
    recorded(sale('a'), 1),
    { ...sale('b'), state: 'conflict' },
    found(),
    { ...sale('c'), state: 'sent' },
  ];
  expect(lossWords(entries)).toBe(
    '2 sales and 1 new piece on this device are not in the shop yet: “Azurite”, “Azurite”, “no title”. To send them first, open “Mineral show”.',
  );
  expect(lossWords([{ ...sale('c'), state: 'sent' }])).toBeNull();
  expect(lossWords([found()])).toMatch(/^1 new piece on this device is not/);
  expect(countWords([])).toBe('');
  const five = [1, 2, 3, 4, 5].map((n) =>
    recorded({ ...found(`p${n}`), typed: { ...found().typed, title: ` Piece ${n} ` } }, n),
  );
  expect(lossWords(five)).toBe(
    '5 new pieces on this device are not in the shop yet: “Piece 1”, “Piece 2”, “Piece 3” and 2 more. To send them first, open “Mineral show”.',
  );
  expect(lossWords(five.slice(0, 3))).toMatch(/“Piece 3”\. To send/);
});

test('a sale that gives way is written down with all that was typed', () => {
  const typed = {
    ...sale().typed,
    quantity: '2',
    paidHow: 'Cash',
    customerName: 'Bo',
    customerAddress: '1 Quarry Road\nButte',
    notes: 'Calls in May',
  };
  expect(noteOf({ ...recorded(sale(), 0), typed }, () => 'Nov 21, 2:02 PM')).toBe(
    'Also sold at a show, Nov 21, 2:02 PM: $90.00 · 2 pieces · Cash · Bo · 1 Quarry Road, Butte · Calls in May. Not recorded as a sale.',
  );
  const bare = { ...sale().typed, paidHow: ' Cash ', notes: '  ' };
  expect(
    noteOf(
      { ...recorded(sale(), Date.parse('2026-11-21T19:02:00.000Z')), typed: bare },
      (iso) => iso,
    ),
  ).toBe('Also sold at a show, 2026-11-21T19:02:00.000Z: $90.00 · Cash. Not recorded as a sale.');
});

test('once the session has ended, nothing stays of what the shop has, and no other buyer’s name', () => {
  const waiting = recorded(sale(), 10);
  const claim = {
    kind: 'cart',
    orderId: 7,
    status: 'pending',
    placedAt: '2026-11-21T09:00:00.000Z',
    customerName: 'Ada Buyer',
    pieces: 1,
  } as const;
  const contested: Entry = {
    ...waiting,
    state: 'conflict',
    claims: { title: 'Azurite', free: 0, claims: [claim], specimenId: 12 },
  };
  expect(afterSession({ ...waiting, state: 'sent' })).toBeNull();
  for (const entry of [waiting, sale(), found()]) expect(afterSession(entry)).toBe(entry);
  expect(afterSession(contested)?.claims?.claims).toEqual([{ ...claim, customerName: '' }]);
});
