import { describe, expect, test } from 'vitest';
import { isComplete, venmoColumns } from '#features/statements/contract/statement-columns.ts';
import { linesOf, type Row, shuffledStatement } from '#tests/support/statements.ts';
import { findHeading, guessHeading } from './statement.ts';

const lineOf = async (row: Row) => (await linesOf(shuffledStatement([row])))[0];

test('noon and midnight are twelve o’clock, and the hours around them are counted from there', async () => {
  const times = [
    '12:00 AM',
    '12:59 AM',
    '1:00 AM',
    '11:59 AM',
    '12:00 PM',
    '12:59 pm',
    '1:00 PM',
    '11:59 PM',
    '13:05',
  ];
  const lines = await linesOf(
    shuffledStatement(times.map((time, index) => ({ id: `${index}`, at: `11/21/2026 ${time}` }))),
  );
  expect(
    lines.map(({ time }) => time !== null && new Date(time).toISOString().slice(0, 16)),
  ).toEqual(
    ['00:00', '00:59', '01:00', '11:59', '12:00', '12:59', '13:00', '23:59', '13:05'].map(
      (time) => `2026-11-21T${time}`,
    ),
  );
});

test.each([
  // Another line shows whether the day or the month comes first.
  ['05/12/2026', '13/11/2026', '2026-12-05'],
  ['05/12/2026', '11/13/2026', '2026-05-12'],
  ['05/12/2026', '', null],
  ['05/05/2026', '', '2026-05-05'],
  ['13/11/2026', '11/13/2026', null],
  ['32/11/2026', '', null],
])('the date %s beside %j is %j', async (at, other, day) => {
  const [line] = await linesOf(
    shuffledStatement([
      { id: '1', at },
      { id: '2', at: other },
    ]),
  );
  expect(line?.time ?? null).toBe(day === null ? null : Date.parse(day));
});

describe('the heading', () => {
  test('is guessed as the row with the most names, for the admin to choose from', () => {
    const rows = [
      ['Bank of Butte'],
      ['Reference', 'Booked on', 'Who', 'Sum'],
      ['8811', '11/21/2026', 'Ada Buyer', '110.00'],
    ];
    expect(findHeading(rows, venmoColumns)).toBeNull();
    expect(guessHeading(rows)).toEqual({
      index: 1,
      names: ['Reference', 'Booked on', 'Who', 'Sum'],
    });
    expect(guessHeading([['1', '2'], ['3']])).toBeNull();
  });

  test('needs an id and an amount', () => {
    expect(isComplete(venmoColumns)).toBe(true);
    expect(isComplete({ ...venmoColumns, paymentId: '' })).toBe(false);
    expect(isComplete({ ...venmoColumns, note: '', from: '' })).toBe(true);
  });

  test('is found by the names of the columns, whatever their capitals and spaces', () => {
    const heading = Object.values(venmoColumns)
      .filter((name) => name !== '')
      .map((name) => ` ${name.toUpperCase()} `);
    expect(findHeading([['x'], heading], venmoColumns)).toEqual({
      index: 1,
      names: heading.map((name) => name.trim()),
    });
    expect(findHeading([heading.slice(1)], venmoColumns)).toBeNull();
  });

  test('is looked for in the first 50 rows', () => {
    const heading = Object.values(venmoColumns).filter((name) => name !== '');
    const behind = (count: number, row: string[]) => [
      ...Array.from({ length: count }, () => ['']),
      row,
    ];
    expect([
      findHeading(behind(49, heading), venmoColumns)?.index,
      findHeading(behind(50, heading), venmoColumns),
    ]).toEqual([49, null]);
    expect([
      guessHeading(behind(49, ['Who', 'Sum']))?.index,
      guessHeading(behind(50, ['Who', 'Sum'])),
    ]).toEqual([49, null]);
  });

  test('is guessed from names alone: neither numbers nor dates nor what has no letter is one', () => {
    expect(guessHeading([['11/21/2026', '110.00', '---', '']])).toBeNull();
    expect(guessHeading([['Who']])).toBeNull();
    expect(guessHeading([[' Who ', 'Who', 'Line 2']])).toEqual({
      index: 0,
      names: ['Who', 'Who', 'Line 2'],
    });
  });
});

test.each([
  ['"8811"', '8811'],
  ["'8811'", '8811'],
  ['="8811"', '8811'],
  ['""8811""', '8811'],
  ['" 8811 "', '8811'],
  ['88"11', '88"11'],
  ["O'Hara=1", "O'Hara=1"],
])('the payment id %s is %s', async (id, bare) => {
  expect((await lineOf({ id }))?.paymentId).toBe(bare);
});

test.each([
  ['charge', true],
  ['Request', true],
  ['Charge back', false],
  ['Surcharge', false],
])('of the type %s it is %s that the receiver pays', async (type, isTurned) => {
  expect(await lineOf({ id: '1', type, from: 'Shop', to: 'Ada' })).toMatchObject(
    isTurned ? { from: 'Ada', to: 'Shop' } : { from: 'Shop', to: 'Ada' },
  );
});

test.each([
  ['110.00', 110_00, false],
  ['+ $1,250.00', 1_250_00, false],
  ['- $5', -5_00, false],
  ['−$5', -5_00, false],
  ['$-5', -5_00, false],
  ['($5.00)', -5_00, false],
  ['us$ 5', 5_00, false],
  ['5 usd', 5_00, false],
  ['5 EUR', 5_00, true],
  ['€5', 5_00, true],
  ['-', null, false],
  ['(five)', null, false],
])('the amount %s is %s cents, foreign: %s', async (amount, cents, isForeign) => {
  expect(await lineOf({ id: '1', amount })).toMatchObject({ cents, isForeign });
});

test('a column of currencies says which are dollars, whatever its capitals and spaces', async () => {
  const columns = { ...venmoColumns, currency: 'Currency' };
  const cells = ['usd', ' USD ', '', '$', 'EUR'];
  const names = Object.values(columns).filter((name) => name !== '');
  const rows = cells.map((currency) =>
    names
      .map((name) => (name === 'Currency' ? `"${currency}"` : name === columns.amount ? '5' : ''))
      .join(','),
  );
  const lines = await linesOf([names.join(','), ...rows].join('\n'), columns);
  expect(lines.map(({ isForeign }) => isForeign)).toEqual([false, false, false, false, true]);
});

test.each([
  ['2026-12-31', '2026-12-31'],
  ['2026-13-01', null],
  ['2026-11-32', null],
  ['12/12/2026', '2026-12-12'],
  ['12/31/2026', '2026-12-31'],
  ['31/12/2026', '2026-12-31'],
])('the date %s alone is %s', async (at, day) => {
  expect((await lineOf({ id: '1', at }))?.time ?? null).toBe(day === null ? null : Date.parse(day));
});
