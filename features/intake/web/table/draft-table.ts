import { amountError, priceError } from '#core/contract/amount-question.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenDetail, SpecimenEdit } from '#core/contract/catalogue/specimens.ts';
import { draftOf } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import type { IntakeDrafts } from '#features/intake/contract/intakes.ts';
import { ApiError, messageOf, problemIn } from '#ui/lib/api.ts';
import { makeStore, type Store } from '#ui/lib/store.ts';
import {
  type CellField,
  type CellState,
  type Column,
  carriedOf,
  columns,
  type DraftRow,
  editOf,
  rowOf,
  sendable,
  textOf,
} from './draft-cells.ts';

const AT_ONCE = 4;
const RETRY_MS = 4_000;

const FOR_THE_REST = 'Undo “Same for the rest”';

type Change = { id: number; field: CellField; text: string };
type Step = { label: string; before: (Change & { by: Step | null })[] };

/** @throws ApiError, TypeError as the API's client does. */
type Save = (id: number, edit: SpecimenEdit, version: number) => Promise<SpecimenDetail>;

export type Progress = {
  /** Pieces with a title of their own and a price. */
  finished: number;
  unsaved: number;
  open: number;
};

export type DraftTable = ReturnType<typeof makeDraftTable>;

/** @param onSaved called when nothing is on its way anymore. */
export function makeDraftTable(
  drafts: IntakeDrafts,
  { save, onSaved }: { save: Save; onSaved: () => void },
) {
  const ids = drafts.map(({ id }) => id);
  const rows = new Map(
    drafts.map((draft): [number, Store<DraftRow>] => [draft.id, makeStore(rowOf(draft))]),
  );
  const steps: Step[] = [];
  const undoable = makeStore<string | null>(null);
  const progress = makeStore(progressOf(rows));
  const filledBy = new Map<string, Step | null>();
  const waiting = new Set<number>();
  const running = new Set<number>();
  const resting = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cellKey = ({ id, field }: Pick<Change, 'id' | 'field'>) => `${id} ${field}`;
  const textIn = (id: number, field: CellField) => {
    const row = rows.get(id)?.get();
    return row ? textOf(row, field) : '';
  };

  function put(changes: readonly Change[], step: Step | null): void {
    for (const change of changes) {
      const { id, field, text } = change;
      const store = rows.get(id);
      if (!store) continue;
      const row = store.get();
      filledBy.set(cellKey(change), step);
      const { [field]: _, ...typed } = row.typed;
      const { [field]: __, ...states } = row.states;
      const wrong = wrongWith(field, text);
      // While the row is being saved, what is stored is about to change.
      if (text === row.stored[field] && !running.has(id)) store.set({ ...row, typed, states });
      else {
        const state =
          wrong === undefined
            ? ({ kind: 'saving' } as const)
            : { kind: 'wrong' as const, message: wrong };
        store.set({
          ...row,
          typed: { ...typed, [field]: text },
          states: { ...states, [field]: state },
        });
      }
      waiting.add(id);
    }
    progress.set(progressOf(rows));
    pump();
  }

  /** Fills cells that can be taken back together. @returns how many changed. */
  function fill(changes: readonly Change[], label: (count: number) => string): number {
    const changed = changes.filter(({ id, field, text }) => text !== textIn(id, field));
    if (changed.length === 0) return 0;
    const before = changed.map(({ id, field }) => ({
      id,
      field,
      text: textIn(id, field),
      by: filledBy.get(cellKey({ id, field })) ?? null,
    }));
    const step = { label: label(changed.length), before };
    steps.push(step);
    undoable.set(step.label);
    put(changed, step);
    return changed.length;
  }

  function pump(): void {
    for (const id of waiting) {
      if (running.size >= AT_ONCE) return;
      if (running.has(id)) continue;
      waiting.delete(id);
      running.add(id);
      void saveRow(id).finally(() => {
        running.delete(id);
        progress.set(progressOf(rows));
        pump();
        if (running.size === 0 && waiting.size === 0) onSaved();
      });
    }
  }

  async function saveRow(id: number): Promise<void> {
    const store = rows.get(id);
    for (let goesOn = store !== undefined; store && goesOn; ) {
      const row = store.get();
      const fields = sendable(row);
      if (fields.length === 0 || row.isGone) return;
      const sent = Object.fromEntries(fields.map((field) => [field, row.typed[field] ?? '']));
      setStates(store, fields, { kind: 'saving' });
      try {
        adopt(store, await save(id, editOf(row, fields), row.version), sent);
      } catch (error) {
        goesOn = fail(store, fields, error);
      }
    }
  }

  /** @returns whether the rest can be sent at once. */
  function fail(store: Store<DraftRow>, fields: CellField[], error: unknown): boolean {
    if (
      !(error instanceof ApiError) ||
      error.status >= 500 ||
      [401, 408, 429].includes(error.status)
    ) {
      setStates(store, fields, { kind: 'unsent' });
      resting.add(store.get().id);
      clearTimeout(timer);
      timer = setTimeout(retry, RETRY_MS);
      return false;
    }
    if (error.status === 404) {
      store.set({ ...store.get(), isGone: true });
      return false;
    }
    const theirs = problemIn(error, 'changed_meanwhile')?.specimen;
    if (theirs) {
      compare(store, theirs);
      return true;
    }
    const issues = new Map(
      (problemIn(error, 'invalid_input')?.issues ?? []).map(({ path, message }) => [
        path.split('.')[0],
        message,
      ]),
    );
    const named = fields.filter((field) => issues.has(field));
    for (const field of named.length > 0 ? named : fields)
      setStates(store, [field], { kind: 'wrong', message: issues.get(field) ?? messageOf(error) });
    return true;
  }

  function retry(): void {
    for (const id of resting) waiting.add(id);
    resting.clear();
    pump();
  }

  return {
    ids,
    rowOf: (id: number): Store<DraftRow> | undefined => rows.get(id),
    undoable,
    progress,
    type: (id: number, field: CellField, text: string): void =>
      put([{ id, field, text: text.trim() }], null),
    /**
     * Fills downward and to the right. Blank cells leave what is there.
     * @returns the number of rows without a piece.
     */
    paste(id: number, column: Column, block: readonly string[][]): number {
      const [top, left] = [ids.indexOf(id), columns.indexOf(column)];
      const changes = block.flatMap((cells, down) =>
        cells.flatMap((text, right) => {
          const [row, field] = [ids[top + down], columns[left + right]];
          return row === undefined || field === undefined || text === ''
            ? []
            : [{ id: row, field, text }];
        }),
      );
      fill(changes, (count) =>
        count === 1 ? 'Undo paste of 1 cell' : `Undo paste of ${count} cells`,
      );
      return Math.max(0, top + block.length - ids.length);
    },
    /**
     * Takes over locality, source and date from the piece before.
     * @returns how many cells changed.
     */
    carry(id: number): number {
      const before = rows.get(ids[ids.indexOf(id) - 1] ?? 0)?.get();
      const changes = before ? carriedOf(before).map(([field, text]) => ({ id, field, text })) : [];
      return fill(changes, () => 'Undo “Same as above”');
    },
    /**
     * Fills those without values of their own: the next box takes the place of the one before.
     * @returns how many cells changed.
     */
    carryOn(id: number): number {
      const row = rows.get(id)?.get();
      const cells = row ? carriedOf(row) : [];
      const later = ids.slice(ids.indexOf(id) + 1);
      const changes = later.flatMap((other) =>
        cells
          .filter(
            ([field]) =>
              textIn(other, field) === '' ||
              filledBy.get(cellKey({ id: other, field }))?.label === FOR_THE_REST,
          )
          .map(([field, text]) => ({ id: other, field, text })),
      );
      return fill(changes, () => FOR_THE_REST);
    },
    /** Takes back the last filling, but not cells that were typed in since. */
    undo(): void {
      const step = steps.pop();
      undoable.set(steps.at(-1)?.label ?? null);
      const untouched = step?.before.filter((cell) => filledBy.get(cellKey(cell)) === step) ?? [];
      put(untouched, null);
      for (const cell of untouched) filledBy.set(cellKey(cell), cell.by);
    },
    settle(id: number, field: CellField, side: 'mine' | 'theirs'): void {
      put(
        [
          {
            id,
            field,
            text: side === 'mine' ? textIn(id, field) : (rows.get(id)?.get().stored[field] ?? ''),
          },
        ],
        null,
      );
    },
    hasUnsaved: (): boolean =>
      [...rows.values()].some(
        (store) => !store.get().isGone && Object.keys(store.get().typed).length > 0,
      ),
    retry,
    stop: (): void => clearTimeout(timer),
  };
}

function progressOf(rows: ReadonlyMap<number, Store<DraftRow>>): Progress {
  const now: Progress = { finished: 0, unsaved: 0, open: 0 };
  for (const store of rows.values()) {
    const row = store.get();
    if (row.isGone) continue;
    const has = (field: CellField) =>
      textOf(row, field) !== '' && row.states[field]?.kind !== 'wrong';
    if (has('title') && textOf(row, 'title') !== row.number && has('price')) now.finished += 1;
    const sent = sendable(row).length;
    now.unsaved += sent;
    now.open += Object.keys(row.typed).length - sent;
  }
  return now;
}

function setStates(store: Store<DraftRow>, fields: readonly CellField[], state: CellState): void {
  const row = store.get();
  store.set({
    ...row,
    states: { ...row.states, ...Object.fromEntries(fields.map((field) => [field, state])) },
  });
}

function adopt(store: Store<DraftRow>, saved: SpecimenDetail, sent: Record<string, string>): void {
  const { typed, ...row } = store.get();
  const open = Object.entries(typed).filter(([field, text]) => text !== sent[field]);
  store.set({
    ...row,
    version: saved.version,
    stored: draftOf(saved),
    typed: Object.fromEntries(open),
  });
  const done = (Object.keys(typed) as CellField[]).filter((field) => typed[field] === sent[field]);
  setStates(store, done, { kind: 'saved' });
}

/** Another window has saved the piece: only what both changed is contested. */
function compare(store: Store<DraftRow>, theirs: SpecimenDetail): void {
  const { typed, ...row } = store.get();
  const now = draftOf(theirs);
  const [same, mine] = [true, false].map((isSame) =>
    (Object.keys(typed) as CellField[]).filter((field) => (typed[field] === now[field]) === isSame),
  );
  store.set({
    ...row,
    version: theirs.version,
    stored: now,
    typed: Object.fromEntries((mine ?? []).map((field) => [field, typed[field]])),
  });
  setStates(store, same ?? [], { kind: 'saved' });
  for (const field of mine ?? [])
    if (now[field] !== row.stored[field])
      setStates(store, [field], { kind: 'conflict', theirs: now[field] });
}

function wrongWith(field: CellField, text: string): string | undefined {
  if (field === 'title' && text === '') return specimenFields.title.missing.edit;
  if (field === 'price') return priceError(text);
  return field === 'cost' ? amountError(text) : undefined;
}
