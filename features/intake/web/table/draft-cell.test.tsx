import { afterEach, expect, test, vi } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { IntakeDraft } from '#features/intake/contract/intakes.ts';
import { appears, perform, render } from '#tests/support/render.tsx';
import { DraftCell } from './draft-cell.tsx';
import type { Column } from './draft-cells.ts';
import { type DraftTable, makeDraftTable } from './draft-table.ts';

const draft = {
  id: 1,
  number: 'W-1',
  title: 'W-1',
  version: 1,
  category: 'Minerals',
  species: [],
  locality: [],
  price: null,
};

afterEach(() => vi.unstubAllGlobals());

function Cell({ table, column }: { table: DraftTable; column: Column }) {
  const row = table.rowOf(1)?.use();
  return row && <DraftCell {...{ table, row, column }} onMove={() => {}} onCarry={() => {}} />;
}

test('a price or cost that is asked about is taken with one press, and saved', async () => {
  // What is suggested at the cell with the keyboard.
  vi.stubGlobal('fetch', async () => Response.json({}));
  for (const column of ['price', 'cost'] as const) {
    const save = async (_: number, edit: object) =>
      ({ ...draft, ...edit, version: 2 }) as unknown as SpecimenDetail;
    const table = makeDraftTable([{ ...draft, dimensions: '' } as unknown as IntakeDraft], {
      save,
      onSaved: () => {},
    });
    const page = await render(<Cell table={table} column={column} />);
    const button = () => page.querySelector('button');
    await perform(() => table.type(1, column, 'many'));
    expect(button()).toBeNull();
    await perform(() => table.type(1, column, '0,00'));
    // Nothing is a cost, and no price.
    expect(button()?.textContent).toBe(column === 'cost' ? 'Use $0.00' : undefined);
    await perform(() => table.type(1, column, '120,50'));
    expect([page.textContent, button()?.textContent]).toEqual([
      expect.stringContaining('Did you mean $120.50?'),
      'Use $120.50',
    ]);
    await perform(() => button()?.click());
    await appears(() => !table.hasUnsaved());
    const input = page.querySelector('input');
    expect([input?.value, document.activeElement, button()]).toEqual(['120.50', input, null]);
  }
});
