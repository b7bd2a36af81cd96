import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { OrderHistory } from './order-history.tsx';

const history = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    at: '2026-11-21T09:00:00.000Z',
    actor: 'system' as const,
    text: `Event ${n + 1}.`,
  }));

test('the latest twenty events are shown, the latest first, and the others are folded', async () => {
  const page = await render(<OrderHistory history={history(25)} timeZone="UTC" />);
  const [shown, folded] = page.querySelectorAll('ol');
  expect([shown?.children.length, folded?.children.length]).toEqual([20, 5]);
  expect(shown?.firstElementChild?.textContent).toContain('Event 25.');
  expect(folded?.closest('details')?.open).toBe(false);
  expect(page.querySelector('summary')?.textContent).toBe('5 earlier events');
  expect(
    (await render(<OrderHistory history={history(20)} timeZone="UTC" />)).querySelector('details'),
  ).toBeNull();
});
