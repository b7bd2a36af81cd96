import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { useRescuedFocus } from './use-rescued-focus.ts';

function Page() {
  useRescuedFocus();
  const [isGone, setGone] = useState(false);
  return (
    <main>
      <h1>Shop</h1>
      <section>
        <p />
        {!isGone && (
          <button type="button" onClick={() => setGone(true)}>
            Remove
          </button>
        )}
      </section>
    </main>
  );
}

test('the focus of a control that went away goes to its part of the page, though the page keeps changing', async () => {
  const element = await render(<Page />);
  const button = element.querySelector('button');
  button?.focus();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await perform(() => button?.click());
  expect(document.activeElement).toBe(document.body);
  for (let change = 0; change < 100; change += 1) {
    element.querySelector('p')?.append('.');
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(document.activeElement).toBe(element.querySelector('section'));
});
