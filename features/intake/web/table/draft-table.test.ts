import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SpecimenDetail, SpecimenEdit } from '#core/contract/catalogue/specimens.ts';
import type { IntakeDraft } from '#features/intake/contract/intakes.ts';
import { ApiError } from '#ui/lib/api.ts';
import { type CellField, textOf } from './draft-cells.ts';
import { makeDraftTable } from './draft-table.ts';

const draft = (id: number, fields: Partial<IntakeDraft> = {}) =>
  ({
    id,
    number: `W-${id}`,
    title: `W-${id}`,
    version: 1,
    category: 'Minerals',
    species: [],
    locality: [],
    dimensions: '',
    price: null,
    ...fields,
  }) as IntakeDraft;

/** A shop that stores what it is sent, unless something is to fail first. */
function shopWith(...drafts: IntakeDraft[]) {
  const stored = new Map(drafts.map((one) => [one.id, { ...one } as unknown as SpecimenDetail]));
  const sent: [number, SpecimenEdit][] = [];
  const failures: unknown[] = [];
  const save = async (id: number, edit: SpecimenEdit, version: number): Promise<SpecimenDetail> => {
    sent.push([id, edit]);
    const failure = failures.shift();
    if (failure) throw failure;
    const now = stored.get(id);
    if (!now) throw new ApiError(404, '', 'Not Found');
    if (now.version !== version) throw refusal(412, { code: 'changed_meanwhile', specimen: now });
    const after = { ...now, ...edit, version: version + 1 } as SpecimenDetail;
    stored.set(id, after);
    return after;
  };
  const table = makeDraftTable(drafts, { save, onSaved: () => {} });
  const text = (id: number, field: CellField) => {
    const row = table.rowOf(id)?.get();
    return row && textOf(row, field);
  };
  const state = (id: number, field: CellField) => table.rowOf(id)?.get().states[field];
  return { table, stored, sent, failures, text, state };
}
const refusal = (status: number, problem: object) =>
  new ApiError(status, JSON.stringify({ message: 'No', ...problem }), '');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
/** Until nothing is on its way. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test('a cell is saved as it is left, alone, and again only where it changed', async () => {
  const { table, sent, state, text } = shopWith(draft(1), draft(2));
  table.type(1, 'price', ' 120 ');
  expect(state(1, 'price')).toEqual({ kind: 'saving' });
  expect(table.hasUnsaved()).toBe(true);
  await settled();
  expect(sent).toEqual([[1, { title: 'W-1', category: 'Minerals', price: '120' }]]);
  expect([state(1, 'price'), text(1, 'price'), table.hasUnsaved()]).toEqual([
    { kind: 'saved' },
    '120',
    false,
  ]);
  table.type(1, 'price', '120');
  await settled();
  expect(sent).toHaveLength(1);
});

test('what is typed while its row is saved goes after it, with the version that the first save made', async () => {
  const { table, stored, text } = shopWith(draft(1));
  table.type(1, 'title', 'Quartz');
  table.type(1, 'species', 'Quartz, Calcite');
  table.type(1, 'title', 'W-1');
  await settled();
  expect(stored.get(1)).toMatchObject({ title: 'W-1', species: ['Quartz', 'Calcite'] });
  expect([text(1, 'title'), table.hasUnsaved()]).toEqual(['W-1', false]);
});

test('what is wrong says so at its cell, and keeps nothing else back', async () => {
  const { table, stored, failures, state, text } = shopWith(draft(1));
  table.type(1, 'title', '');
  expect(state(1, 'title')).toEqual({ kind: 'wrong', message: 'Title is required' });
  table.type(1, 'price', '120,50');
  expect(state(1, 'price')).toEqual({ kind: 'wrong', message: 'Did you mean $120.50?' });
  table.type(1, 'price', '');
  failures.push(
    refusal(400, { code: 'invalid_input', issues: [{ path: 'cost', message: 'Too much' }] }),
  );
  table.type(1, 'cost', '99');
  table.type(1, 'dimensions', '5 cm');
  await settled();
  expect(state(1, 'cost')).toEqual({ kind: 'wrong', message: 'Too much' });
  expect(stored.get(1)).toMatchObject({ title: 'W-1', dimensions: '5 cm' });
  expect([text(1, 'cost'), table.hasUnsaved()]).toEqual(['99', true]);
  table.type(1, 'cost', '12');
  table.type(1, 'title', 'Quartz');
  await settled();
  expect(stored.get(1)).toMatchObject({ title: 'Quartz', cost: '12' });
  expect(table.hasUnsaved()).toBe(false);
});

test('without an answer a cell is sent again until there is one', async () => {
  const { table, stored, failures, state } = shopWith(draft(1));
  failures.push(new TypeError('offline'), refusal(503, { code: 'overloaded' }));
  table.type(1, 'price', '80');
  await settled();
  expect(state(1, 'price')).toEqual({ kind: 'unsent' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([state(1, 'price'), stored.get(1)?.price]).toEqual([{ kind: 'saved' }, '80']);
});

test('another window’s change of another cell is taken over, and of the same cell is asked about', async () => {
  const { table, stored, state, text } = shopWith(draft(1), draft(2));
  const other = (id: number, change: object) =>
    stored.set(id, { ...(stored.get(id) as SpecimenDetail), ...change, version: 7 });
  other(1, { title: 'Theirs' });
  table.type(1, 'price', '80');
  await settled();
  expect([stored.get(1)?.title, stored.get(1)?.price, text(1, 'title')]).toEqual([
    'Theirs',
    '80',
    'Theirs',
  ]);

  for (const [side, title] of [
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const) {
    other(2, { title: 'Theirs' });
    table.type(2, 'title', 'Mine');
    await settled();
    expect([state(2, 'title'), text(2, 'title')]).toEqual([
      { kind: 'conflict', theirs: 'Theirs' },
      'Mine',
    ]);
    table.settle(2, 'title', side);
    await settled();
    expect([stored.get(2)?.title, text(2, 'title'), table.hasUnsaved()]).toEqual([
      title,
      title,
      false,
    ]);
    other(2, { title: 'Between' });
    table.type(2, 'dimensions', `${side} cm`);
    await settled();
  }
});

test('a deleted draft says so, and is no unsaved work', async () => {
  const { table, stored } = shopWith(draft(1));
  stored.delete(1);
  table.type(1, 'price', '80');
  await settled();
  expect([table.rowOf(1)?.get().isGone, table.hasUnsaved()]).toEqual([true, false]);
});

test('a pasted block fills downward and to the right, and is taken back but for what was typed since', async () => {
  const { table, stored, text } = shopWith(draft(1), draft(2, { price: '5.00' }), draft(3));
  expect(table.paste(2, 'dimensions', [['5 cm', '120'], ['', '80'], ['7 cm'], ['8 cm']])).toBe(2);
  await settled();
  expect([2, 3].map((id) => [text(id, 'dimensions'), text(id, 'price')])).toEqual([
    ['5 cm', '120'],
    ['', '80'],
  ]);
  expect(table.undoable.get()).toBe('Undo paste of 3 cells');
  table.type(3, 'price', '90');
  table.undo();
  await settled();
  expect([2, 3].map((id) => [stored.get(id)?.dimensions, stored.get(id)?.price])).toEqual([
    ['', '5.00'],
    ['', '90'],
  ]);
  expect(table.undoable.get()).toBeNull();
});

test('a piece whose price cannot be read is not counted among those that have one', async () => {
  const { table } = shopWith(draft(1, { title: 'One' }), draft(2, { title: 'Two' }));
  table.paste(1, 'price', [['85,00 - 90,00'], ['120']]);
  await settled();
  expect(table.progress.get()).toEqual({ finished: 1, unsaved: 0, open: 1 });
  table.type(1, 'price', 'on request');
  await settled();
  expect(table.progress.get()).toEqual({ finished: 2, unsaved: 0, open: 0 });
});

test('two fillings of one cell are taken back one after the other', async () => {
  const { table, stored } = shopWith(draft(1, { price: '1' }), draft(2));
  table.paste(1, 'price', [['2'], ['2']]);
  table.paste(1, 'price', [['3']]);
  table.undo();
  await settled();
  expect([stored.get(1)?.price, stored.get(2)?.price]).toEqual(['2', '2']);
  table.undo();
  await settled();
  expect([stored.get(1)?.price, stored.get(2)?.price]).toEqual(['1', null]);
});

test('locality, source and date go to the next piece by one step, and to all later ones by another', async () => {
  const first = draft(1, {
    locality: ['Panasqueira', 'Portugal'],
    source: 'Tucson',
    acquisitionDate: '2026-02-03',
    price: '9',
  });
  const { table, stored } = shopWith(first, draft(2), draft(3, { source: 'Munich' }));
  expect([table.carry(1), table.carry(2)]).toEqual([0, 3]);
  await settled();
  expect(stored.get(2)).toMatchObject({
    locality: ['Panasqueira', 'Portugal'],
    source: 'Tucson',
    acquisitionDate: '2026-02-03',
    price: null,
  });
  expect(table.carryOn(1)).toBe(2);
  await settled();
  expect(stored.get(3)).toMatchObject({
    locality: ['Panasqueira', 'Portugal'],
    source: 'Munich',
    acquisitionDate: '2026-02-03',
  });
});

test('the second box of an intake replaces what was given to the rest, but nothing that was typed', async () => {
  const { table, text } = shopWith(draft(1), draft(2), draft(3), draft(4));
  const localities = () => [1, 2, 3, 4].map((id) => text(id, 'locality'));
  table.type(1, 'locality', 'Elmwood');
  expect(table.carryOn(1)).toBe(3);
  table.type(3, 'locality', 'Tsumeb');
  table.type(2, 'locality', 'Dalnegorsk');
  expect(table.carryOn(2)).toBe(1);
  expect(localities()).toEqual(['Elmwood', 'Dalnegorsk', 'Tsumeb', 'Dalnegorsk']);
  table.undo();
  expect(localities()).toEqual(['Elmwood', 'Dalnegorsk', 'Tsumeb', 'Elmwood']);
  await settled();
});

test('four hundred rows are saved a few at a time, each once', async () => {
  const drafts = Array.from({ length: 400 }, (_, index) => draft(index + 1));
  const { table, stored, sent } = shopWith(...drafts);
  table.paste(
    1,
    'price',
    drafts.map(({ id }) => [String(id)]),
  );
  await settled();
  expect(sent).toHaveLength(400);
  expect([...stored.values()].every(({ id, price }) => price === String(id))).toBe(true);
});
