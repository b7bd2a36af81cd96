import { describe, expect, test } from 'vitest';
import { MAX_TAGS } from '#core/contract/catalogue/specimens.ts';
import type { BulkChange } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import { type Decision, decider, isSame, kindOf, type Subject } from './bulk-kinds.ts';
import type { ManyRow } from './many.ts';

const piece = (change: Partial<ManyRow> = {}): ManyRow => ({
  id: 1,
  title: 'Azurite',
  price: '100.00',
  visible: true,
  category_id: 1,
  tags: [],
  status: 'available',
  price_cents: 100_00,
  shipping_price: '10.00',
  shipping_cents: 10_00,
  for_sale: true,
  isPhotoless: false,
  catalogue_number: 'A-1',
  disclosures: [{ kind: 'none-known', note: '' }],
  storage_place: '',
  source: '',
  acquisition_date: null,
  quantity: 1,
  held: 0,
  waiting: 0,
  delete_at: null,
  version: 1,
  ...change,
});
const decide = (
  change: BulkChange,
  row: Partial<ManyRow> = {},
  collection: Subject = null,
): Decision => decider(change, collection)(piece(row));
const becomes = (value: Exclude<Decision, string>['after']) => ({ after: value });

describe('the price', () => {
  const raise: BulkChange = {
    kind: 'price',
    direction: 'raise',
    by: 'percent',
    value: '10',
    round: 'cent',
  };
  const lower: BulkChange = {
    kind: 'price',
    direction: 'lower',
    by: 'amount',
    value: '12.5',
    round: 'dollar',
  };

  test.each<[string, Partial<ManyRow>, Decision]>([
    ['of what is available moves', {}, becomes('110.00')],
    ['of what is pending moves', { status: 'pending' }, becomes('110.00')],
    ['of what is sold stays', { status: 'sold' }, 'sold'],
    ['in words stays', { price: 'Price on request' }, 'words'],
    [
      'in words stays where the piece is sold',
      { price: 'Price on request', status: 'sold' },
      'words',
    ],
    ['that is none stays none', { price: null }, 'unpriced'],
    ['that does not move is the same', { price: '0.04' }, 'same'],
    ['of what is about to be deleted stays', { delete_at: '2026-11-21T09:00:00.000Z' }, 'deleting'],
  ])('%s', (_, row, decision) => {
    expect(decide(raise, row)).toEqual(decision);
  });

  test('that would not be above 0 stays', () => {
    expect([decide(lower, { price: '12.50' }), decide(lower, { price: '13.00' })]).toEqual([
      'too_low',
      becomes('1.00'),
    ]);
  });

  test('is said with its step, its unit and its rounding', () => {
    expect(kindOf(raise).label(raise, null)).toBe('Raise the price by 10\u00a0%');
    for (const value of ['7.5', '7.5%', '7.5  %'])
      expect(kindOf(raise).label({ ...raise, value }, null)).toBe('Raise the price by 7.5\u00a0%');
    expect(['1250.00', '0.50'].map((price) => kindOf(raise).show(price, null))).toEqual([
      '$1,250.00',
      '$0.50',
    ]);
    expect(kindOf(lower).label(lower, null)).toBe('Lower the price by $12.50, to whole dollars');
  });
});

describe('publishing', () => {
  const publish: BulkChange = { kind: 'publish' };
  const hidden = { visible: false, for_sale: false };
  const shown = becomes({ visible: true, forSale: true });

  test.each<[string, Partial<ManyRow>, Decision]>([
    ['shows a hidden piece and lists it', {}, shown],
    ['lists one that is shown already', { visible: true }, shown],
    ['takes words for a price', { price: 'Price on request', price_cents: null }, shown],
    ['names what has no price', { price: null, price_cents: null }, 'unpriced'],
    [
      'names digits that were saved as words',
      { price: '120,50', price_cents: null },
      'unread_price',
    ],
    ['names a catalog number that is still the title', { title: ' a-1 ' }, 'number_title'],
    [
      'names any title without a letter',
      { title: '#12-7', catalogue_number: null },
      'number_title',
    ],
    ['takes a title with a number in it', { title: 'NWA 869' }, shown],
    ['names what discloses nothing', { disclosures: [] }, 'undisclosed'],
    ['takes any disclosure', { disclosures: [{ kind: 'not-checked', note: '' }] }, shown],
    ['names what has no photo', { isPhotoless: true }, 'photoless'],
    [
      'names the price first',
      { price: null, title: '12', disclosures: [], isPhotoless: true },
      'unpriced',
    ],
    ['leaves what is sold', { status: 'sold', price: null }, 'sold_before'],
    [
      'leaves what is for sale already, whatever it lacks',
      { visible: true, for_sale: true, disclosures: [] },
      'same',
    ],
    ['leaves what is about to be deleted', { delete_at: '2026-11-21T09:00:00.000Z' }, 'deleting'],
  ])('%s', (_, row, decision) => {
    expect(decide(publish, { ...hidden, ...row })).toEqual(decision);
  });

  test('reads as what becomes of the piece', () => {
    const kind = kindOf(publish);
    expect(kind.label(publish, null)).toBe('Publish and list for sale');
    expect(kind.show(kind.valueOf(piece(hidden), null), null)).toBe('Hidden, not for sale');
    // As PostgreSQL gives it back.
    expect(kind.show({ forSale: true, visible: true }, null)).toBe('Visible, for sale');
    expect(
      isSame(publish, { forSale: true, visible: true }, { visible: true, forSale: true }),
    ).toBe(true);
  });
});

describe('what many are given at once', () => {
  const set: BulkChange = { kind: 'setPrice', price: '$1,250' };
  const list: BulkChange = { kind: 'forSale', forSale: true };
  const off: BulkChange = { kind: 'forSale', forSale: false };
  const ship: BulkChange = { kind: 'shipping', shippingPrice: '8' };
  const place: BulkChange = { kind: 'storagePlace', value: 'Cabinet 2' };
  const date: BulkChange = { kind: 'acquisitionDate', value: '' };

  test.each<[string, BulkChange, Partial<ManyRow>, Decision]>([
    [
      'a price, and being for sale stays as it is',
      set,
      { for_sale: false },
      becomes({ price: '1250.00', forSale: false }),
    ],
    [
      'a first price, which lists a hidden piece',
      set,
      { visible: false, for_sale: false, price: null },
      becomes({ price: '1250.00', forSale: true }),
    ],
    [
      'a price in words',
      { kind: 'setPrice', price: 'Ask us' },
      {},
      becomes({ price: 'Ask us', forSale: true }),
    ],
    ['no price where the piece is sold', set, { status: 'sold' }, 'sold'],
    ['the price that they have', set, { price: '1250.00' }, 'same'],
    ['a place among what is for sale', list, { for_sale: false }, becomes({ forSale: true })],
    ['none of that without a price', list, { for_sale: false, price: null }, 'unpriced'],
    ['the end of being for sale, priced or not', off, { price: null }, becomes({ forSale: false })],
    ['shipping', ship, {}, becomes({ shippingPrice: '8.00' })],
    [
      'free shipping',
      { kind: 'shipping', shippingPrice: '' },
      {},
      becomes({ shippingPrice: '0.00' }),
    ],
    ['a storage place', place, {}, becomes({ storagePlace: 'Cabinet 2' })],
    ['no date', date, { acquisition_date: '1987' }, becomes({ acquisitionDate: null })],
    ['no date, where they have none', date, {}, 'same'],
  ])('is %s', (_, change, row, decision) => {
    expect(decide(change, row)).toEqual(decision);
  });

  test('never takes off sale what somebody waits for, and leaves the rest of it alone', () => {
    const waited = { waiting: 1 };
    const words: BulkChange[] = [
      off,
      { kind: 'setPrice', price: 'Ask us' },
      { kind: 'shipping', shippingPrice: 'Ask us' },
    ];
    expect(words.map((change) => decide(change, waited))).toEqual([
      'waited_for',
      'waited_for',
      'waited_for',
    ]);
    expect(words.map((change) => typeof decide(change, { ...waited, visible: false }))).toEqual([
      'object',
      'object',
      'object',
    ]);
    expect(decide(set, waited)).toEqual(becomes({ price: '1250.00', forSale: true }));
  });

  test('is said with what it sets, and reads as it was and becomes', () => {
    const labels = [
      set,
      ship,
      { ...ship, shippingPrice: '' },
      list,
      off,
      place,
      { ...place, value: '' },
      date,
      { ...date, value: '1987' },
    ];
    expect(labels.map((change: BulkChange) => kindOf(change).label(change, null))).toEqual([
      'Set the price to $1,250.00',
      'Set shipping to $8.00',
      'Ship for free',
      'List for sale',
      'Take off sale',
      'Set the storage place to “Cabinet 2”',
      'Clear the storage place',
      'Clear “Acquired on”',
      'Set “Acquired on” to “1987”',
    ]);
    const now = (change: BulkChange, row: Partial<ManyRow> = {}) =>
      kindOf(change).show(kindOf(change).valueOf(piece(row), null), null);
    expect([now(set), now(set, { price: null, for_sale: false })]).toEqual([
      '$100.00, for sale',
      'No price, not for sale',
    ]);
    expect([now(ship), now(ship, { shipping_price: '0.00' })]).toEqual(['$10.00', 'Free']);
    expect([now(list), now(place), now(date, { acquisition_date: '1987' })]).toEqual([
      'For sale',
      'Not set',
      '1987',
    ]);
  });
});

describe('hiding and deleting', () => {
  const hide: BulkChange = { kind: 'visibility', visible: false };
  const remove: BulkChange = { kind: 'delete' };

  test('leave what somebody waits for, with that reason', () => {
    expect([decide(hide, { waiting: 1 }), decide(remove, { waiting: 1 })]).toEqual([
      'waited_for',
      'waited_for',
    ]);
    expect([decide(hide), decide(remove)]).toEqual([becomes(false), becomes('deleted')]);
  });

  test('leave what is hidden already; it is deleted all the same, unless somebody waits for it', () => {
    expect([
      decide(hide, { visible: false }),
      decide(hide, { visible: false, waiting: 1 }),
    ]).toEqual(['same', 'same']);
    expect([
      decide(remove, { visible: false }),
      decide(remove, { visible: false, waiting: 1 }),
    ]).toEqual([becomes('deleted'), 'waited_for']);
  });

  test('differ in what is in a pending order, which can be hidden and not deleted', () => {
    expect([
      decide(hide, { held: 1 }),
      decide(remove, { held: 1 }),
      decide(remove, { held: 1, waiting: 1 }),
    ]).toEqual([becomes(false), 'held', 'held']);
  });

  test('what has no photo is not shown', () => {
    expect(
      decide({ kind: 'visibility', visible: true }, { visible: false, isPhotoless: true }),
    ).toBe('photoless');
    expect(decide(hide, { isPhotoless: true })).toEqual(becomes(false));
  });

  test('what somebody waits for can be shown', () => {
    expect(decide({ kind: 'visibility', visible: true }, { visible: false, waiting: 1 })).toEqual(
      becomes(true),
    );
  });

  test('a deletion is about the whole specimen, no other change is', () => {
    const price: BulkChange = {
      kind: 'price',
      direction: 'raise',
      by: 'percent',
      value: '1',
      round: 'cent',
    };
    expect([remove, hide, price].map((change) => kindOf(change).isAboutWhole ?? false)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('read as what becomes of the piece', () => {
    const labels = [hide, { ...hide, visible: true }, remove].map((change: BulkChange) =>
      kindOf(change).label(change, null),
    );
    expect(labels).toEqual(['Hide from the gallery', 'Show in the gallery', 'Delete permanently']);
    expect(
      [true, false].map((visible) => kindOf(remove).valueOf(piece({ visible }), null)),
    ).toEqual([true, false]);
    const words = (change: BulkChange, values: (boolean | string)[]) =>
      values.map((value) => kindOf(change).show(value, null));
    expect(words(hide, [true, false])).toEqual(['Visible', 'Hidden']);
    expect(words(remove, ['deleted', true, false])).toEqual(['Deleted', 'Visible', 'Hidden']);
  });
});

describe('tags', () => {
  const add = (...tags: string[]): BulkChange => ({ kind: 'tags', add: tags, remove: [] });
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `Tag ${n}`);

  test('that a piece has, in whatever capitals, are left as they are written there', () => {
    for (const tag of ['Franklin', 'franklin', 'FRANKLIN'])
      expect(decide(add(tag), { tags: ['Franklin', 'old'] }), tag).toBe('same');
    expect(decide(add('Franklin', 'new'), { tags: ['franklin'] })).toEqual(
      becomes(['franklin', 'new']),
    );
  });

  test('are added once, removed in any capitals, and removed and added again in other capitals by one change', () => {
    expect(decide(add('glowing', 'Glowing'))).toEqual(becomes(['Glowing']));
    expect(decide({ kind: 'tags', add: [], remove: ['OLD'] }, { tags: ['Old', 'older'] })).toEqual(
      becomes(['older']),
    );
    expect(
      decide({ kind: 'tags', add: ['Franklin'], remove: ['franklin'] }, { tags: ['FRANKLIN'] }),
    ).toEqual(becomes(['Franklin']));
    expect(decide({ kind: 'tags', add: [], remove: ['old'] }, { tags: ['new'] })).toBe('same');
  });

  test('fill a piece up and not beyond; one with more loses what is removed', () => {
    expect(decide(add('Last'), { tags: tags(MAX_TAGS - 1) })).toEqual(
      becomes([...tags(MAX_TAGS - 1), 'Last']),
    );
    expect(decide(add('Last'), { tags: tags(MAX_TAGS) })).toBe('full_tags');
    expect(decide(add('tag 0'), { tags: tags(MAX_TAGS) })).toBe('same');
    expect(
      decide({ kind: 'tags', add: [], remove: ['Tag 0'] }, { tags: tags(MAX_TAGS + 2) }),
    ).toEqual(becomes(tags(MAX_TAGS + 2).slice(1)));
  });

  test('are named with what is done to them, and read as a list', () => {
    const both: BulkChange = { kind: 'tags', add: ['a'], remove: ['b', 'c'] };
    expect(kindOf(both).label(both, null)).toBe('Add the tags “a”; Remove the tags “b”, “c”');
    expect(kindOf(both).label(add('a') as typeof both, null)).toBe('Add the tags “a”');
    expect(kindOf(both).label({ ...both, add: [] }, null)).toBe('Remove the tags “b”, “c”');
    expect([['a', 'b'], []].map((value) => kindOf(both).show(value, null))).toEqual([
      'a, b',
      'No tags',
    ]);
  });
});

describe('a collection', () => {
  const put: BulkChange = { kind: 'collection', collection: 5, contained: true };
  const take: BulkChange = { ...put, contained: false };
  const autumn = (room: number, members: [number, number][] = [[1, 0]]) => ({
    id: 5,
    name: 'Autumn',
    positions: new Map(members),
    room,
  });
  const each = (change: BulkChange, collection: Subject, ...ids: number[]) => {
    const decided = decider(change, collection);
    return ids.map((id) => decided(piece({ id })));
  };

  test('that is full has no room, but for its own', () => {
    expect(each(put, autumn(0), 1, 2)).toEqual(['same', 'full']);
  });

  test('takes as many as there is room for, each behind the last, and members take no room', () => {
    expect(each(put, autumn(2, [[1, 7]]), 2, 1, 3, 4)).toEqual([
      becomes(8),
      'same',
      becomes(9),
      'full',
    ]);
    expect(each(put, autumn(2, []), 2, 3)).toEqual([becomes(0), becomes(1)]);
  });

  test('lets go of its own, and has nothing of the others', () => {
    expect(each(take, autumn(0, [[1, 7]]), 1, 2)).toEqual([becomes(null), 'same']);
  });

  test('has the same piece at any position; of tags the order matters', () => {
    expect([isSame(put, 1, 2), isSame(put, null, 2), isSame(put, null, null)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(isSame({ kind: 'tags', add: [], remove: [] }, ['a', 'b'], ['b', 'a'])).toBe(false);
  });

  test('is named in words, or as one that is gone', () => {
    const { label, show } = kindOf(put);
    expect([label(put, autumn(0)), label(take as typeof put, null)]).toEqual([
      'Add to “Autumn”',
      'Remove from a collection',
    ]);
    expect([show(0, autumn(0)), show(null, autumn(0))]).toEqual(['In “Autumn”', 'Not in “Autumn”']);
  });
});

test('a category is moved to, unless the piece is in it', () => {
  const crystals: BulkChange = { kind: 'category', category: 'Crystals' };
  const kind = kindOf(crystals);
  expect([decide(crystals), decide({ kind: 'category', category: 'Minerals' })]).toEqual([
    becomes('Crystals'),
    'same',
  ]);
  expect([
    kind.label(crystals, null),
    kind.show('Crystals', null),
    kind.valueOf(piece(), null),
  ]).toEqual(['Move to Crystals', 'Crystals', 'Minerals']);
});
