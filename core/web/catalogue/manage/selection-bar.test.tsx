import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { SelectionBar } from './selection-bar.tsx';

test('how many are selected is said in a region that is there before anything is selected', async () => {
  const regionOf = async (count: number) =>
    (
      await render(
        <SelectionBar count={count} onClear={() => {}}>
          <button type="button">Bulk edit</button>
        </SelectionBar>,
      )
    ).querySelector('[role=status]');
  expect((await regionOf(0))?.textContent).toBe('');
  expect((await regionOf(1200))?.textContent).toBe('1,200 selected');
});
