import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { parsePrice } from '#core/contract/money.ts';
import {
  knownFactsQuery,
  speciesNamesQuery,
} from '#core/web/catalogue/editing/form/fact-queries.ts';
import {
  suggestLocalities,
  suggestSpecies,
} from '#core/web/catalogue/editing/form/fact-suggestions.ts';
import { LikelyAmount } from '#ui/likely-amount.tsx';
import { toast } from '#ui/toast.ts';
import { type Column, type DraftRow, textOf } from './draft-cells.ts';
import type { DraftTable } from './draft-table.ts';
import { isBlock, parsePasted } from './pasted.ts';

export const columnLabels: Record<Column, string> = {
  title: 'Title',
  species: 'Species',
  locality: 'Locality',
  dimensions: 'Size',
  price: 'Price ($)',
  cost: 'Cost ($)',
};

export const cellId = (id: number, column: Column) => `cell-${id}-${column}`;

type Props = {
  table: DraftTable;
  row: DraftRow;
  column: Column;
  onMove: (by: number) => void;
  onCarry: (toRest: boolean) => void;
};

export function DraftCell({ table, row, column, onMove, onCarry }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isHere, setHere] = useState(false);
  const list = useId();
  const note = useId();
  const shown = textOf(row, column);
  const state = row.states[column];
  const isAmount = column === 'price' || column === 'cost';
  const isWords =
    column === 'price' && shown !== '' && parsePrice(shown) === null && state?.kind !== 'wrong';

  const focus = () => document.getElementById(cellId(row.id, column))?.focus();
  const leave = () => {
    if (typed !== null && typed.trim() !== shown) table.type(row.id, column, typed);
    setTyped(null);
  };
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    const hasControl = event.ctrlKey || event.metaKey;
    const act = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (key === 'Enter' && !hasControl)
      act(() => {
        leave();
        onMove(shiftKey ? -1 : 1);
      });
    else if (key === 'Escape') setTyped(null);
    else if (hasControl && key.toLowerCase() === 'd')
      act(() => {
        leave();
        onCarry(shiftKey);
      });
    // The browser takes back what is being typed; what was pasted is ours.
    else if (hasControl && key === 'z' && typed === null && table.undoable.get() !== null)
      act(() => table.undo());
  }

  return (
    <div className="relative">
      <input
        id={cellId(row.id, column)}
        aria-label={`${columnLabels[column]} of ${row.number}`}
        aria-invalid={state?.kind === 'wrong' || state?.kind === 'conflict' || undefined}
        aria-describedby={state ? note : undefined}
        inputMode={isAmount ? 'decimal' : undefined}
        list={isHere && (column === 'species' || column === 'locality') ? list : undefined}
        autoComplete="off"
        value={typed ?? shown}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onFocus={({ currentTarget }) => {
          setHere(true);
          currentTarget.select();
        }}
        onBlur={() => {
          setHere(false);
          leave();
        }}
        onKeyDown={onKey}
        onPaste={(event) => {
          const block = parsePasted(event.clipboardData.getData('text/plain'));
          if (!isBlock(block)) return;
          event.preventDefault();
          setTyped(null);
          const left = table.paste(row.id, column, block);
          if (left > 0)
            toast({
              title: left === 1 ? '1 line is left over' : `${left} lines are left over`,
              description: 'There are no more pieces below.',
            });
        }}
        className={`min-h-11 w-full rounded-field border bg-raised py-1.5 pr-6 pl-2 text-base text-ink aria-invalid:border-bad menu:border-field desk:border-transparent desk:bg-transparent desk:text-fine desk:hover:border-field desk:focus:bg-raised ${isAmount ? 'figures' : ''}`}
      />
      {isHere && <Suggestions id={list} column={column} text={typed ?? shown} />}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-1.5 text-sm text-quiet"
      >
        {state?.kind === 'saving' ? '…' : state?.kind === 'saved' ? '✓' : ''}
      </span>
      <div id={note} className="text-sm wrap-anywhere empty:hidden">
        {state?.kind === 'saving' && <span className="sr-only">Saving</span>}
        {state?.kind === 'saved' && <span className="sr-only">Saved</span>}
        {state?.kind === 'unsent' && (
          <p className="pb-1.5 pl-2 text-quiet">Not saved yet. Trying again…</p>
        )}
        {state?.kind === 'wrong' && (
          <p role="alert" className="pb-1.5 pl-2 text-bad">
            {state.message}
          </p>
        )}
        {state?.kind === 'wrong' && isAmount && (
          <div className="pb-1.5 pl-2">
            <LikelyAmount
              text={shown}
              error={state.message}
              onTake={(amount) => {
                table.type(row.id, column, amount);
                focus();
              }}
            />
          </div>
        )}
        {isWords && (
          <p className="pb-1.5 pl-2 text-quiet">Not a number, so buyers can’t order online</p>
        )}
        {state?.kind === 'conflict' && (
          <div role="alert" className="pb-1.5 pl-2">
            Changed in another window: {state.theirs === '' ? 'blank' : `“${state.theirs}”`}.
            <div className="flex flex-wrap gap-x-4">
              {(['mine', 'theirs'] as const).map((side) => (
                <button
                  key={side}
                  type="button"
                  className="min-h-11 text-link"
                  onClick={() => {
                    table.settle(row.id, column, side);
                    focus();
                  }}
                >
                  {side === 'mine' ? 'Keep mine' : 'Use theirs'}
                </button>
              ))}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function Suggestions({ id, column, text }: { id: string; column: Column; text: string }) {
  const { data: names = [] } = useQuery(speciesNamesQuery);
  const { data: known } = useQuery({ ...knownFactsQuery, refetchOnMount: true });
  const found =
    column === 'species'
      ? suggestSpecies(text, names)
      : column === 'locality'
        ? suggestLocalities(text, known?.localities ?? [])
        : [];
  return (
    <datalist id={id}>
      {found.map(({ value, label }) => (
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  );
}
